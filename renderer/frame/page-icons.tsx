import {
  BookOpen,
  Box,
  FolderOpen,
  LibraryBig,
  ListChecks,
  type LucideIcon,
  MapPinned,
  MessageCircleQuestionMark,
  Ruler,
  Search,
  Server,
} from 'lucide-react'

/** The icon of each page. */
export const pageIcons = {
  verificar: Ruler,
  exigencias: ListChecks,
  modelo: Box,
  proyectos: FolderOpen,
  buscar: Search,
  normativa: BookOpen,
  preguntar: MessageCircleQuestionMark,
  municipios: MapPinned,
  biblioteca: LibraryBig,
  servidor: Server,
} satisfies Readonly<Record<string, LucideIcon>>
