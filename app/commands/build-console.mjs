/**
 * Builds the console with Vite, the browser's files and the server's side by side, and makes of the server's files and
 * the packages that they import one small bundle.
 */
import { fork } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { minify } from './minify.mjs'
import { outside } from './outside.mjs'
import { precompress } from './precompress.mjs'

const vite = 'node_modules/vite/bin/vite.js'
const client = 'build/client'
const server = 'build/server'
const maxLineLength = 160
/** Packages that are CommonJS ask for Node's modules with it. */
const require =
  "import { createRequire as requireOfBundle } from 'node:module'; const require = requireOfBundle(import.meta.url);"

/** Throws when a part cannot be built. */
export async function buildConsole() {
  for (const folder of [client, server]) rmSync(folder, { recursive: true, force: true })
  const ofServer = viteBuild('--ssr')
  const ofBrowser = viteBuild()
  const stop = () => {
    for (const { child } of [ofServer, ofBrowser]) child.kill()
  }
  const stopAll = () => {
    stop()
    process.exit(1)
  }
  process.once('SIGTERM', stopAll)
  process.once('SIGINT', stopAll)
  try {
    await Promise.all([finishBrowserFiles(ofBrowser, ofServer.child), ofServer.done.then(bundleServer)])
  } catch (error) {
    stop()
    throw error
  } finally {
    process.removeListener('SIGTERM', stopAll)
    process.removeListener('SIGINT', stopAll)
  }
  // The server's build adds the files that only its pages name.
  await precompress(client)
}

/** Tells the server's build when the browser's files are there: it names them (`remix.config.js`). */
async function finishBrowserFiles({ done }, serverBuild) {
  await done
  serverBuild.send('browser files')
  serverBuild.disconnect()
  await minify('public', client)
  await precompress(client)
}

/** Starts a build of Vite; `done` rejects when it fails. */
function viteBuild(...flags) {
  const child = fork(vite, ['build', ...flags, '--config', 'remix.config.js', '--logLevel', 'error'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const done = new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The console could not be built'))))
  })
  return { child, done }
}

/**
 * Bundles the server's files with the packages that they import: in ASCII, since V8 stores a source that holds any other
 * character in two bytes a character, and with true source maps. Names stay whole and lines short, so that a stack trace
 * reads well; comments go, but licences, which are written to `licences.txt`.
 */
async function bundleServer() {
  // A fresh clone is installed first.
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [join(server, 'index.js')],
    outdir: server,
    chunkNames: 'assets/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    mainFields: ['module', 'main'],
    external: outside,
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: require },
    charset: 'ascii',
    legalComments: 'external',
    lineLimit: maxLineLength,
    minifyWhitespace: true,
    sourcemap: 'linked',
    logLevel: 'warning',
    write: false,
  })
  rmSync(server, { recursive: true, force: true })
  const licences = new Set()
  for (const { path, text, contents } of outputFiles) {
    if (path.endsWith('.LEGAL.txt')) licences.add(text)
    else {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, contents)
    }
  }
  writeFileSync(join(server, 'licences.txt'), [...licences].join('\n'))
}
