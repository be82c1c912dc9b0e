import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../api.ts'
import { useSession } from '../session.tsx'
import type { Project, StoredProject } from './project.ts'
import { importProject, type OnPhotos, type ProjectFile } from './project-file.ts'

const listKey = ['proyectos']
const binKey = ['papelera']
const keyOf = (id: string): string[] => ['proyecto', id]

/** The projects of this installation. Fetched each time they are shown, because others may change them. */
export function useProjects() {
  const { client } = useSession()
  return useQuery({ queryKey: listKey, queryFn: ({ signal }) => client.listProjects.query({}, { signal }), staleTime: 0 })
}

/** One project. Fetched each time it is shown. */
export function useProject(id: string) {
  const { client } = useSession()
  return useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => client.getProject.query({ id }, { signal }), staleTime: 0 })
}

/** A mutation that returns the changed project, which replaces the cached one. */
function useChange<Wanted>(change: (client: Client, wanted: Wanted) => Promise<StoredProject>) {
  const { client } = useSession()
  const queries = useQueryClient()
  return useMutation({ mutationFn: (wanted: Wanted) => change(client, wanted), onSuccess: (stored) => remember(queries, stored) })
}

/** Creates a project. */
export function useCreate() {
  return useChange<Project>((client, project) => client.createProject.mutate(project))
}

/** Creates a project from a file, with its photographs. */
export function useImport(onPhotos: OnPhotos) {
  return useChange<ProjectFile>((client, file) => importProject(client, file, onPhotos))
}

/** Reads a project and its revisions again, after its photographs changed. */
export function useRenew(id: string): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([['fotos', id], keyOf(id), ['revisiones', id], ['cambios', id]].map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** Saves a project over the shown revision. Fails if somebody saved another revision since. */
export function useSave(stored: StoredProject) {
  return useChange<Project>((client, project) => client.replaceProject.mutate({ id: stored.id, revision: stored.revision, project }))
}

/** Changes the latest revision of a project. */
export function useUpdateLatest() {
  return useChange<{ id: string; change: (project: Project) => Project }>(async (client, { id, change }) => {
    const { revision, project } = await client.getProject.query({ id })
    return client.replaceProject.mutate({ id, revision, project: change(project) })
  })
}

/** The revisions of a project; anew with each revision. */
export function useRevisions({ id, revision }: StoredProject) {
  const { client } = useSession()
  return useQuery({ queryKey: ['revisiones', id, revision], queryFn: ({ signal }) => client.listRevisions.query({ id }, { signal }) })
}

/** What a revision of a project changed. */
export function useComparison(id: string, revision: number) {
  const { client } = useSession()
  return useQuery({ queryKey: ['cambios', id, revision], queryFn: ({ signal }) => client.compareRevisions.query({ id, revision }, { signal }) })
}

/** Makes an earlier revision the newest one, with the photographs that it had. Fails if somebody saved another since the shown one. */
export function useRestore({ id, revision: current }: StoredProject) {
  const renew = useRenew(id)
  return useChange<number>(async (client, revision) => {
    const restored = await client.restoreRevision.mutate({ id, revision, current })
    await renew()
    return restored
  })
}

/** The deleted projects. Fetched each time they are shown. */
export function useBin() {
  const { client } = useSession()
  return useQuery({ queryKey: binKey, queryFn: ({ signal }) => client.listDeletedProjects.query({}, { signal }), staleTime: 0 })
}

/** Takes a project out of the bin. */
export function useRecover() {
  return useChange<string>((client, id) => client.recoverProject.mutate({ id }))
}

/** Erases a deleted project. */
export function usePurge() {
  const { client } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.purgeProject.mutate({ id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: binKey }),
  })
}

/** Puts a project in the bin. */
export function useRemove() {
  const { client } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.deleteProject.mutate({ id }),
    onSuccess: ({ id }) => {
      queries.removeQueries({ queryKey: keyOf(id) })
      return queries.invalidateQueries({ queryKey: listKey })
    },
  })
}

async function remember(queries: QueryClient, stored: StoredProject): Promise<void> {
  queries.setQueryData(keyOf(stored.id), stored)
  await queries.invalidateQueries({ queryKey: listKey })
}
