import type Database from 'better-sqlite3'

/** Turns an empty state database into one of version 3: before owners and sizes of projects, sessions, limits of keys, and history of projects. */
export function toVersionThree(state: Database.Database): void {
  state.exec(`DROP TABLE photo; DROP TABLE session; DROP TABLE project_revision; ALTER TABLE project DROP COLUMN written_by; ALTER TABLE project DROP COLUMN deleted_at;
    ALTER TABLE project DROP COLUMN deleted_by; DROP INDEX project_owner; ALTER TABLE project DROP COLUMN owner; ALTER TABLE project DROP COLUMN bytes;
    ALTER TABLE access_key DROP COLUMN project_ids; ALTER TABLE access_key DROP COLUMN reading_only; ALTER TABLE access_key DROP COLUMN team;
    ALTER TABLE audit_anchor DROP COLUMN at; ALTER TABLE audit_anchor DROP COLUMN signed; PRAGMA user_version = 3`)
}
