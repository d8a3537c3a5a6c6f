/**
 * The browser files of a designer, in place of a real one: a small neutral viewer that draws the pages of a project.
 * Public; the viewer itself requests what it shows.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'

/** Beside this file, and beside its build output. */
const folder = new URL('./own-files/', import.meta.url)

const types = {
  'index.html': 'text/html; charset=utf-8',
  'viewer.html': 'text/html; charset=utf-8',
  'designer.css': 'text/css; charset=utf-8',
  'loader.js': 'text/javascript; charset=utf-8',
  'main.js': 'text/javascript; charset=utf-8',
  'viewer.js': 'text/javascript; charset=utf-8',
} as const

/** Serves them below `/assets`. */
export function serveOwnFiles(app: FastifyInstance): FastifyInstance {
  for (const [name, type] of Object.entries(types)) {
    for (const path of name === 'index.html' ? ['', name] : [name]) {
      app.get(`/assets/${path}`, async (request, reply) => {
        const bytes = await readFile(new URL(name, folder))
        const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
        reply.headers({ etag, 'cache-control': 'no-cache' })
        return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type(type).send(bytes)
      })
    }
  }
  return app
}
