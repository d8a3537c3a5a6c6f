/** File fields of a form, and the label that identifies a received file (design §7). */
import { toNfc } from '#contracts/plain-text'

export interface FileField {
  /** Bytes; a larger file is refused while it arrives. */
  maxBytes: number
  /** Message key for a larger file; a general one by default. */
  tooLarge?: string
  /** The content replaces the field as if it had been typed: UTF-8, for a plan to read and a form to show. */
  isText?: true
}

/** By the name of the field. */
export type FileFields = Readonly<Record<string, FileField>>

/** A received file, as written in its field. */
export interface FileLabel {
  /** Of this copy of the file. */
  id: string
  /** Hexadecimal. */
  sha256: string
  /** Bytes. */
  sizeBytes: number
  /** The sender's name, without folders. */
  name: string
}

/** Returns the value of the field of a received file. */
export function formatFileLabel({ id, sha256, sizeBytes, name }: FileLabel): string {
  return [id, sha256, sizeBytes, name].join('/')
}

/** Returns the value without the id of its copy: the same for the same file, so that a second click is recognized. */
export function withoutCopy(value: string): string {
  return parseFileLabel(value) ? value.slice(value.indexOf('/')) : value
}

const pattern = /^([0-9a-f-]{36})\/([0-9a-f]{64})\/(\d{1,15})\/([^/\u0000-\u001f]{1,255})$/

/** Returns the file in the value of a field; null for any other value. */
export function parseFileLabel(value: string | undefined): FileLabel | null {
  const [, id, sha256, sizeBytes, name] = pattern.exec(value ?? '') ?? []
  return id && sha256 && sizeBytes && name ? { id, sha256, sizeBytes: Number(sizeBytes), name } : null
}

/** Returns the sender's file name without folders and control characters, at most 255 characters. */
export function plainFileName(rawName: string): string {
  const own = rawName.split(/[\\/]/).at(-1) ?? ''
  return (
    toNfc(own.replaceAll(/\p{Cc}/gu, ''))
      .slice(0, 255)
      .trim() || 'file'
  )
}
