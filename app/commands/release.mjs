/**
 * `npm run release [-- --to <folder>]`: one archive of what a console runs on wherever Node is, without npm and without
 * network: the build, the commands of whoever operates it, and of the packages only those that these import, with what
 * they need in turn. Made for the platform it is made on, because SQLite is native. Exit 1: there is none, and why.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { bundle } from './bundle.mjs'
import { install } from './install.mjs'
import { operatorsCommands } from './operators-commands.mjs'
import { outside } from './outside.mjs'
import { packagesFor } from './packages.mjs'

/** What is read beside the code by whoever runs it. */
const papers = ['.env.example', 'docs/operating.md', 'docs/real-site.md', 'docs/trail.md']
/** Of a package: what only compilers and debuggers open. */
const isUnread = (file) => /\.(?:d\.[cm]?ts|map|tsbuildinfo)$/.test(file)
const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`

try {
  const options = { to: { type: 'string', default: 'build/release' } }
  const { to } = parseArgs({ args: process.argv.slice(2).filter((one) => one !== '--'), options }).values
  install({ tools: false })
  await build()
  console.log(await release(to))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function release(to) {
  const { name, version, description, license, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const called = `${name}-${version}`
  const root = join(to, called)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'build'), { recursive: true })
  for (const part of ['build/server', 'build/client']) cpSync(part, join(root, part), { recursive: true })
  cpSync('services/designer/own-files', join(root, 'build/services/own-files'), { recursive: true })
  for (const paper of papers) {
    mkdirSync(join(root, paper, '..'), { recursive: true })
    copyFileSync(paper, join(root, paper))
  }
  writeFileSync(
    join(root, 'package.json'),
    `${JSON.stringify({ name, version, private: true, description, license, type, engines }, null, 2)}\n`,
  )
  const packages = packagesFor([...outside, ...(await bundleInto(root))])
  for (const folder of packages) copyPackage(folder, join(root, folder))
  const archive = join(to, `${called}-${process.platform}-${process.arch}.tar.gz`)
  pack(archive, { to, called })
  const sizes = `${megabytes(statSync(archive).size)}, ${megabytes(sizeOf(root))} unpacked, ${packages.length} packages`
  rmSync(root, { recursive: true, force: true })
  return `${resolve(archive)}: ${sizes}`
}

/** The names of the packages that the bundles import. */
async function bundleInto(root) {
  const entries = [
    ['app/commands/plantroom.mjs', 'plantroom.mjs'],
    ['app/commands/supervise.ts', 'build/commands/supervise.js'],
    ['services/main.ts', 'build/services/main.js'],
    ['services/bacnet/link/main.ts', 'build/services/bacnet-link.js'],
    ['services/agent/main.ts', 'build/services/site-agent.js'],
    ...Object.values(operatorsCommands).map((one) => [`app/commands/${one}.ts`, `build/commands/${one}.js`]),
  ]
  const imported = []
  for (const [entry, file] of entries) imported.push(...(await bundle(entry, join(root, file))))
  return imported
}

/** Without the packages that lie inside it: they are copied by themselves, where they are needed. */
function copyPackage(folder, to) {
  const isOwn = (from) => !from.slice(folder.length).split(/[/\\]/).includes('node_modules')
  cpSync(folder, to, { recursive: true, filter: (from) => isOwn(from) && !isUnread(from) })
}

/** Owned by root and readable by everybody, whoever made it: the code of a console is nobody's to write who runs it. */
function pack(archive, { to, called }) {
  const owners = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', '--sort=name']
  const tar = spawnSync('tar', ['--create', '--gzip', `--file=${archive}`, `--directory=${to}`, ...owners, called], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (tar.error) throw new Error(`tar cannot be run (${tar.error.code}); GNU tar is required to create the archive`)
  if (tar.status !== 0) throw new Error(`The archive could not be created: tar exited with ${tar.status}`)
}

function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => [entry, join(folder, entry.name)])
    .reduce((sum, [entry, path]) => sum + (entry.isDirectory() ? sizeOf(path) : statSync(path).size), 0)
}
