import { Link } from '../route.tsx'
import { useText } from '../session.tsx'
import type { MapState, Order } from './address.ts'
import { rowsPerPage, type ZoneRow } from './zone-rows.ts'
import { qualityText, valueText, type ZoneTextOptions } from './zone-text.ts'

/** The map as a table, in pages: all municipalities that match the filters. */
export function ZoneTable({
  rows,
  textOptions,
  state,
  onChange,
}: {
  readonly rows: readonly ZoneRow[]
  readonly textOptions: ZoneTextOptions
  readonly state: MapState
  readonly onChange: (next: MapState) => void
}) {
  const words = useText().mapa
  const pages = Math.max(1, Math.ceil(rows.length / rowsPerPage))
  const page = Math.min(state.page, pages)
  const shown = rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  const sort = (order: Order): void =>
    onChange({ ...state, page: 1, order, direction: state.order === order && state.direction === 'ascending' ? 'descending' : 'ascending' })
  return (
    <>
      <p className="help" role="status">
        {words.total(rows.length)}
      </p>
      {rows.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className="scroll" aria-label={words.table} tabIndex={0}>
          <table className="zone-table">
            <thead>
              <tr>
                {(['municipio', 'provincia', 'zona'] as const).map((order) => (
                  <th key={order} scope="col" aria-sort={state.order === order ? state.direction : undefined}>
                    <button type="button" className="sort" onClick={() => sort(order)}>
                      {words.columns[order]}
                      <span aria-hidden="true">{state.order !== order ? '' : state.direction === 'ascending' ? ' ▲' : ' ▼'}</span>
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.ine}>
                  <th scope="row">
                    <Link to={`/municipios/ES-${row.ine}`}>{row.name}</Link> <span className="help">{row.ine}</span>
                  </th>
                  <td>{row.provincia}</td>
                  <td>
                    <div className="reading">
                      {valueText(row.value, textOptions)}
                      <span className="help">{[qualityText(row.quality, textOptions), row.note ?? ''].filter((part) => part !== '').join('. ')}</span>
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {pages === 1 ? null : (
        <nav className="pages" aria-label={words.pages}>
          <button type="button" disabled={page === 1} onClick={() => onChange({ ...state, page: page - 1 })}>
            {words.previous}
          </button>
          <span>{words.page(page, pages)}</span>
          <button type="button" disabled={page === pages} onClick={() => onChange({ ...state, page: page + 1 })}>
            {words.next}
          </button>
        </nav>
      )}
    </>
  )
}
