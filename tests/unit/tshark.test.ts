/** The judge of packets is installed where that is possible; why there is none is said where there should be one. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

const tshark = new URL('../../app/commands/tshark.mjs', import.meta.url).href

/** Returns what a process says in the end whose only other program is a package manager that does this. */
function installed({ user, aptGet }: { user: number; aptGet: string }): string | undefined {
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${aptGet}\n`)
  chmodSync(join(folder, 'apt-get'), 0o755)
  const script = `process.getuid = () => ${user}
    const { installTshark } = await import('${tshark}')
    console.log(String(await installTshark()))`
  const argv = ['--input-type=module', '--eval', script]
  return execFileSync(process.execPath, argv, { env: { ...process.env, PATH: folder }, encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)
}

test('nobody but root on Debian has to have one', () => {
  expect(installed({ user: 1000, aptGet: 'exit 100' })).toBe('undefined')
})

test.skipIf(!existsSync('/usr/bin/apt-get'))('root on Debian has one, or learns why there is none', () => {
  expect(installed({ user: 0, aptGet: 'exit 100' })).toMatch('tshark is missing')
  const adding = `echo "#!/bin/sh" > ${folder}/tshark; /bin/chmod 755 ${folder}/tshark`
  expect(installed({ user: 0, aptGet: adding })).toBe('undefined')
})
