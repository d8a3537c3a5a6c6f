/**
 * `npm run prove [-- a1 a4 …]`: proves the promises at their full size (minutes to an hour), and prints the table of
 * what was found. Exit 1 when one did not hold.
 */
import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { install } from './install.mjs'

const wanted = process.argv.slice(2).filter((one) => one !== '--')

install()
await build()
const figures = []
const child = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--no-file-parallelism',
    ...(wanted.length > 0 ? wanted.map((one) => `tests/promises/${one}`) : ['tests/promises']),
  ],
  { stdio: ['inherit', 'pipe', 'inherit'], env: { ...process.env, PROVE: '1' } },
)
let rest = ''
child.stdout.on('data', (bytes) => {
  process.stdout.write(bytes)
  const lines = (rest + bytes).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const [, promise, figure] = line.match(/PROMISE (\w+): (.*)/) ?? []
    if (promise) figures.push([promise, figure])
  }
})
process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))

console.log('\nWhat was proved')
figures.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
for (const [promise, figure] of figures) console.log(`  ${promise.padEnd(4)} ${figure}`)
