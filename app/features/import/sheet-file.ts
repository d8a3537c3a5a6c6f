/** Returns the response that downloads a file of sites. */
export function sheetFile(text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="sites.csv"',
      'cache-control': 'no-store',
    },
  })
}
