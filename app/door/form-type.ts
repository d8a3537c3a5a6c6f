/** Content types of posted bodies. */

/** Returns whether the body is a form without files. */
export function isPlainForm(contentType: string | null | undefined): boolean {
  return mediaType(contentType) === 'application/x-www-form-urlencoded'
}

/** Returns whether the body is a form that may contain files. */
export function isMultipart(contentType: string | null | undefined): boolean {
  return mediaType(contentType) === 'multipart/form-data'
}

function mediaType(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
