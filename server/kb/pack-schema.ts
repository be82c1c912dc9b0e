/** Version of the pack format. Raise it with every change of `packDdl`: installation rejects a pack whose tables or indexes differ from it. */
export const packFormat = 8

/** Columns of every table of the pack. The compiler writes them, this folder reads them. */
export interface PackTables {
  meta: { key: string; value: string }
  document: { slug: string; collection: string; position: number; body: string }
  edition: { document: string; version: string; in_force_from: string; in_force_to: string | null; body: string }
  section: {
    document: string
    slug: string
    /** JSON list of the editions that share this wording. */
    editions: string
    position: number
    number: string
    title: string
    parent: string | null
    verification: string
    /** Markdown. Links are resolved to addresses of this service. */
    content: string
    /** The same text without markup, for snippets and passages. */
    plain: string
    /** JSON object: the text of each paragraph that rules cite, by its name. */
    paragraphs: string
    sources: string
    sha256: string
  }
  printed_table: { document: string; slug: string; section: string; position: number; body: string }
  rule: { id: string; document: string; section: string; position: number; body: string }
  term: { kind: 'element' | 'parameter' | 'dimension' | 'scale' | 'unit'; id: string; position: number; body: string }
  community: { code: string; name: string; nuts2: string }
  province: { code: string; name: string; community: string; nuts3: string; capital: string; territory: string }
  climate_band: { province: string; from_m: number | null; to_m: number | null; zone: string }
  municipality: MunicipalityRow
  regional_regulation: { community: string; slug: string; position: number; body: string }
  zone_source: { zone: string; document: string; section: string; unlisted: string | null }
  search_index: { engine: string; body: string | Uint8Array; words: string }
  /** What can answer a question: rules and paragraphs, with the questions that people ask. One row, `all`. */
  answer_index: { name: string; body: Uint8Array }
}

export interface MunicipalityRow {
  ine: string
  name: string
  /** All spellings of the name as `nameKey`, separated by bars: `|vitoria gasteiz|vitoria|`. */
  names: string
  province: string
  community: string
  nuts3: string
  island: string | null
  altitude_m: number | null
  altitude_origin: string | null
  latitude: number | null
  longitude: number | null
  climate_zone: string | null
  radon_zone: 'I' | 'II' | 'none'
  radon_note: string | null
  seismic_ab_g: number | null
  seismic_k: number | null
  seismic_note: string | null
  wind_zone: string
  wind_quality: 'capital_table' | 'estimated'
  snow_zone: string
  snow_quality: 'capital_table' | 'estimated'
}

/** The statements that create the pack's tables and indexes. */
export const packDdl = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE document (slug TEXT PRIMARY KEY, collection TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE edition (document TEXT NOT NULL, version TEXT NOT NULL, in_force_from TEXT NOT NULL, in_force_to TEXT, body TEXT NOT NULL, PRIMARY KEY (document, version)) WITHOUT ROWID;
CREATE TABLE section (document TEXT NOT NULL, slug TEXT NOT NULL, editions TEXT NOT NULL, position INTEGER NOT NULL, number TEXT NOT NULL, title TEXT NOT NULL,
  parent TEXT, verification TEXT NOT NULL, content TEXT NOT NULL, plain TEXT NOT NULL, paragraphs TEXT NOT NULL, sources TEXT NOT NULL, sha256 TEXT NOT NULL, PRIMARY KEY (document, slug, editions)) WITHOUT ROWID;
CREATE TABLE printed_table (document TEXT NOT NULL, slug TEXT NOT NULL, section TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (document, slug)) WITHOUT ROWID;
CREATE TABLE rule (id TEXT PRIMARY KEY, document TEXT NOT NULL, section TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE term (kind TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE community (code TEXT PRIMARY KEY, name TEXT NOT NULL, nuts2 TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE province (code TEXT PRIMARY KEY, name TEXT NOT NULL, community TEXT NOT NULL, nuts3 TEXT NOT NULL, capital TEXT NOT NULL, territory TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE climate_band (province TEXT NOT NULL, from_m INTEGER, to_m INTEGER, zone TEXT NOT NULL);
CREATE INDEX climate_band_province ON climate_band (province, from_m);
CREATE TABLE municipality (ine TEXT PRIMARY KEY, name TEXT NOT NULL, names TEXT NOT NULL, province TEXT NOT NULL, community TEXT NOT NULL, nuts3 TEXT NOT NULL, island TEXT,
  altitude_m REAL, altitude_origin TEXT, latitude REAL, longitude REAL, climate_zone TEXT, radon_zone TEXT NOT NULL, radon_note TEXT, seismic_ab_g REAL, seismic_k REAL, seismic_note TEXT,
  wind_zone TEXT NOT NULL, wind_quality TEXT NOT NULL, snow_zone TEXT NOT NULL, snow_quality TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX municipality_province ON municipality (province, ine);
CREATE INDEX municipality_community ON municipality (community, ine);
CREATE TABLE regional_regulation (community TEXT NOT NULL, slug TEXT NOT NULL, position INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (community, slug)) WITHOUT ROWID;
CREATE TABLE zone_source (zone TEXT PRIMARY KEY, document TEXT NOT NULL, section TEXT NOT NULL, unlisted TEXT) WITHOUT ROWID;
CREATE TABLE search_index (engine TEXT PRIMARY KEY, body BLOB NOT NULL, words TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE answer_index (name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
`
