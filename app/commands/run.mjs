/** `node app/commands/run.mjs <file.ts> …`: installs what is missing, bundles the file and runs it. */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from './bundle.mjs'
import { loadEnvironmentFile } from './environment.mjs'
import { install } from './install.mjs'

const [file, ...rest] = process.argv.slice(2)
if (!file) {
  console.error('usage: node app/commands/run.mjs <file.ts> [arguments]')
  process.exit(64)
}
loadEnvironmentFile()
install()
const outfile = `build/commands/${basename(file).replace(/\.[cm]?tsx?$/, '')}.js`
await bundle(file, outfile)
process.argv = [process.execPath, outfile, ...rest]
await import(pathToFileURL(outfile).href)
