/** Builds what changed: the console, the reference services and the commands that run them. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build-console.mjs'
import { bundle } from './bundle.mjs'
import { install } from './install.mjs'

const shared = ['patches', 'package.json', 'package-lock.json', 'tsconfig.json']

const parts = [
  {
    name: 'console',
    sources: ['app', 'public', 'services/contracts', 'server.ts', 'remix.config.js', ...shared],
    result: 'build/server/index.js',
    make: buildConsole,
  },
  {
    name: 'services',
    sources: ['services', ...shared],
    result: 'build/services/main.js',
    make: buildServices,
  },
  {
    name: 'commands',
    sources: [
      'app/commands',
      'app/config.server.ts',
      'app/data-folder.server.ts',
      'app/ed25519.server.ts',
      'app/generated-secrets.server.ts',
      'services/contracts',
      ...shared,
    ],
    result: 'build/commands/supervise.js',
    make: () => bundle('app/commands/supervise.ts', 'build/commands/supervise.js'),
  },
]

/** Builds every part, or those named, whose sources differ from the last build's. Throws when one fails. */
export async function build(names = parts.map((part) => part.name)) {
  mkdirSync('build', { recursive: true })
  const release = await lock('build/.lock')
  try {
    for (const part of parts.filter((part) => names.includes(part.name))) {
      const record = `build/.${part.name}`
      const now = fingerprint(part.sources)
      if (existsSync(part.result) && existsSync(record) && readFileSync(record, 'utf8') === now) continue
      console.log(`Building the ${part.name}…`)
      rmSync(record, { force: true })
      await part.make()
      writeFileSync(record, now)
    }
  } finally {
    release()
  }
}

async function buildServices() {
  // What the designer brings for the browser stands beside the program that answers with it.
  cpSync('services/designer/own-files', 'build/services/own-files', { recursive: true })
  await bundle('services/bacnet/link/main.ts', 'build/services/bacnet-link.js')
  await bundle('services/agent/main.ts', 'build/services/site-agent.js')
  await bundle('services/main.ts', 'build/services/main.js')
}

function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesUnder)) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  const entries = readdirSafely(path)
  if (!entries) return [path]
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
}

function readdirSafely(path) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return null
  }
}

/** Two commands started together build one after the other. */
async function lock(file) {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch {
      if (!isRunning(holder(file))) rmSync(file, { force: true })
      else await pause(100)
    }
  }
}

function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

function isRunning(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  try {
    install({ tools: false })
    await build()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
