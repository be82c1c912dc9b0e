/** The routes of the pages. Each is answered with the start page, and no other address shows a page. No imports: the pages use this list too. */
export const pageRoutes = [
  '/',
  '/verificar',
  '/exigencias',
  '/modelo',
  '/buscar',
  '/normativa',
  '/normativa/:collection/:document',
  '/normativa/:collection/:document/:section',
  '/preguntar',
  '/municipios',
  '/municipios/:municipio',
  '/proyectos',
  '/proyectos/:id',
  '/proyectos/:id/exigencias',
  '/servidor',
  '/servidor/:section',
] as const
