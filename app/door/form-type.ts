/** What a posted body says it is. */

/** A form without files. */
export function isPlainForm(contentType: string | null | undefined): boolean {
  return mediaType(contentType) === 'application/x-www-form-urlencoded'
}

/** A form that may hold files. */
export function isMultipart(contentType: string | null | undefined): boolean {
  return mediaType(contentType) === 'multipart/form-data'
}

function mediaType(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
