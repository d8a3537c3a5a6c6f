/** Long texts of the store, compressed: a form with the rows of a file is mostly repetition. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

export const packText = (text: string): string => deflateRawSync(text).toString('base64')

export const unpackText = (packed: string): string => inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8')
