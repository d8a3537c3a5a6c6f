/**
 * `npm start`: installs what is missing, builds when the sources changed, and starts the console with whatever
 * it needs beside it. `--dev`, `--preview` and `--services` start it differently (see `supervise.ts`).
 */
import { pathToFileURL } from 'node:url'
import { build } from './build.mjs'
import { loadEnvironmentFile } from './environment.mjs'
import { install } from './install.mjs'

const modes = { '--dev': 'dev', '--preview': 'preview', '--services': 'services' }
const needed = { dev: ['services', 'commands'], services: ['services', 'commands'] }

/** Where the first controller of an evaluation on real packets answers. */
const firstEvaluationPort = '47820'

const parent = process.ppid
const mode =
  process.argv
    .slice(2)
    .map((argument) => modes[argument])
    .find(Boolean) ?? 'start'
try {
  loadEnvironmentFile()
  if (mode === 'start') process.env.EVALUATION_BACNET_PORT ||= firstEvaluationPort
  install({ tools: false })
  await build(needed[mode])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { supervise } = await import(pathToFileURL('build/commands/supervise.js').href)
process.exitCode = await supervise(mode, { argv: process.argv.slice(2), parent })
