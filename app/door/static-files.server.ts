/** The browser's files: read once at start, served from memory, compressed at build. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'

interface StaticFile {
  type: string
  etag: string
  cacheControl: string
  plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

export type StaticFiles = ReadonlyMap<string, StaticFile>

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Returns every file below a folder, by its URL path; files of an unknown type are left out. */
export function staticFiles(folder: string): StaticFiles {
  const files = new Map<string, StaticFile>()
  if (existsSync(folder)) collect(folder, '', files)
  return files
}

function collect(folder: string, prefix: string, files: Map<string, StaticFile>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) collect(path, `${prefix}/${entry.name}`, files)
    const type = types[extname(entry.name)]
    if (!entry.isFile() || !type) continue
    const plain = readFileSync(path)
    files.set(`${prefix}/${entry.name}`, {
      type,
      plain,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      cacheControl: prefix.startsWith('/assets') ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      br: compressed(`${path}.br`),
      gzip: compressed(`${path}.gz`),
    })
  }
}

function compressed(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null
}

/** Responds to GET and HEAD for a file. */
export function serveFile(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('cache-control', file.cacheControl)
  response.removeHeader('pragma')
  response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  response.setHeader('etag', file.etag)
  response.setHeader('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end()
    return
  }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const [encoding, bytes] =
    file.br && /\bbr\b/.test(accepted)
      ? ['br', file.br]
      : file.gzip && /\bgzip\b/.test(accepted)
        ? ['gzip', file.gzip]
        : ['', file.plain]
  if (encoding) response.setHeader('content-encoding', encoding)
  response.writeHead(200, { 'content-type': file.type, 'content-length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
