/** How a form takes a file, and how its field tells of one that was received (design §7). */
import { toNfc } from '#contracts/plain-text'

export interface FileField {
  /** Bytes; what is larger is refused while it arrives. */
  maxBytes: number
  /** Message key of what is larger; the general one where absent. */
  tooLarge?: string
  /** The content stands in for the field, as if it had been typed: UTF-8, for what a plan reads and a form shows. */
  isText?: true
}

/** Declared by the name of the field. */
export type FileFields = Readonly<Record<string, FileField>>

/** A file that was received, as its field says it. */
export interface FileLabel {
  /** Of this copy of it. */
  id: string
  /** Hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
  /** As the sender calls it, without folders. */
  name: string
}

/** What stands in the field of a received file. */
export function writeFileLabel({ id, sha256, size, name }: FileLabel): string {
  return [id, sha256, size, name].join('/')
}

/** What a field says of a file but for its copy: the same for the same file, so that a second click is known as one. */
export function withoutCopy(value: string): string {
  return readFileLabel(value) ? value.slice(value.indexOf('/')) : value
}

const pattern = /^([0-9a-f-]{36})\/([0-9a-f]{64})\/(\d{1,15})\/([^/\u0000-\u001f]{1,255})$/

/** The file a field tells of; null for anything else. */
export function readFileLabel(value: string | undefined): FileLabel | null {
  const [, id, sha256, size, name] = pattern.exec(value ?? '') ?? []
  return id && sha256 && size && name ? { id, sha256, size: Number(size), name } : null
}

/** How a sender's name of a file is kept: without folders, control characters and excess. */
export function plainFileName(given: string): string {
  const own = given.split(/[\\/]/).at(-1) ?? ''
  return (
    toNfc(own.replaceAll(/\p{Cc}/gu, ''))
      .slice(0, 255)
      .trim() || 'file'
  )
}
