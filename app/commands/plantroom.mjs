/**
 * What an unpacked release is started by, from any folder: `node plantroom.mjs` starts the console with whatever it
 * needs beside it; `node plantroom.mjs store:backup --to …` does what `npm run` does under the same name.
 */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadEnvironmentFile } from './environment.mjs'
import { operatorsCommands } from './operators-commands.mjs'

const built = (name) => new URL(`./build/commands/${name}.js`, import.meta.url)

const [name = 'start', ...rest] = process.argv.slice(2)
const parent = process.ppid
const command = operatorsCommands[name]
loadEnvironmentFile()
if (name === 'start') {
  const { supervise } = await import(built('supervise').href)
  process.exitCode = await supervise('start', { argv: rest, parent })
} else if (command) {
  const file = fileURLToPath(built(command))
  process.argv = [process.execPath, file, ...rest]
  await import(pathToFileURL(file).href)
} else {
  console.error(`usage: node plantroom.mjs [start | ${Object.keys(operatorsCommands).join(' | ')}]`)
  process.exitCode = 64
}
