/** What is said on the way in, in Spanish. */
export const key = {
  why: 'Este servicio responde a quien tiene una clave.',
  label: 'Clave',
  help: 'Empieza por plm_. Puede pegar la dirección entera que mostró el servidor.',
  show: 'Mostrar la clave',
  enter: 'Entrar',
  whereTitle: 'De dónde sale la clave',
  where: [
    'La primera la muestra el servidor la primera vez que arranca.',
    'Las demás las crea quien administra el servicio, con la orden «plomada key add».',
  ],
  memory:
    'La clave se guarda solo en la memoria de esta página: al recargarla o cerrarla se vuelve a pedir. El gestor de contraseñas del navegador puede recordarla.',
  refusals: {
    'key-malformed': 'La clave está mal escrita. Péguela entera: plm_ y 36 letras o cifras.',
    'key-invalid': 'El servicio no conoce esta clave. Compruebe que es de este servidor.',
    'key-expired': 'La clave ha caducado. Pida otra a quien administra el servicio.',
    'key-revoked': 'La clave fue revocada. Pida otra a quien administra el servicio.',
  } as Readonly<Record<string, string>>,
}

/** The words of the palette, in Spanish. */
export const palette = {
  button: 'Ir a…',
  title: 'Ir a un lugar, un artículo o una acción',
  label: 'Municipio, elemento, artículo o acción',
  verify: 'Verificar',
  verifyAt: (place: string) => `Verificar en ${place}`,
  places: 'Municipios: sus zonas',
  articles: 'Artículos',
  pages: 'Páginas',
  actions: 'Acciones',
  recentPlaces: 'Municipios recientes',
  recentElements: 'Elementos recientes',
  language: 'Cambiar a inglés (English)',
  print: 'Imprimir esta página',
  copyAddress: 'Copiar la dirección de esta página',
  forget: 'Olvidar los lugares y elementos recientes',
  nothing: 'Nada coincide',
  searching: 'Buscando…',
  move: 'elegir',
  enterKey: 'Intro',
  open: 'abrir',
  close: 'cerrar',
  search: 'buscar, desde cualquier página',
}
