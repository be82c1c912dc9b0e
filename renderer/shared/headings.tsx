/** The headings of a table's columns. */
export function Headings({ of }: { readonly of: readonly string[] }) {
  return (
    <thead>
      <tr>
        {of.map((heading) => (
          <th key={heading} scope="col">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  )
}
