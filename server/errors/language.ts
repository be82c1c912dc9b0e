/** The languages that the service answers in. */
export type Language = 'es' | 'en'

/** One text in each language. */
export type Text = Readonly<Record<Language, string>>
