/** The mark of Plomada: a plumb bob on its line, as in `plomada.svg`. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7.5" className="plate" />
      <path d="M15.25 0h1.5v9h-1.5z" fill="#fff" />
      <path d="M12.5 8.5h7a.9.9 0 0 1 .9.9V12l1.6 1.4V19L16 29.5V8.5z" fill="#b9d4ea" />
      <path d="M19.5 8.5H16v21L10 19v-5.6L11.6 12V9.4a.9.9 0 0 1 .9-.9z" fill="#fff" />
    </svg>
  )
}
