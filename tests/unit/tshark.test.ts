/** The judge of packets is installed where that is possible, and a run that should have had it and has not fails. */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { installTshark } from '../../app/commands/tshark.mjs'

const folders: string[] = []

/** Makes a folder the only place of programs: a package manager that does this, and no judge. */
function onlyWith(aptGet: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  folders.push(folder)
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${aptGet.replaceAll('HERE', folder)}\n`)
  chmodSync(join(folder, 'apt-get'), 0o755)
  vi.stubEnv('PATH', folder)
  vi.spyOn(console, 'log').mockImplementation(() => {})
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

test.skipIf(!existsSync('/usr/bin/apt-get'))('root on Debian without a judge is told why there is none', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0)
  onlyWith('exit 100')
  expect(await installTshark()).toMatch('tshark is missing')
  onlyWith('printf "#!/bin/sh\\n" > HERE/tshark; /bin/chmod 755 HERE/tshark')
  expect(await installTshark()).toBeUndefined()
})

test('nobody else has to have one', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000)
  onlyWith('exit 100')
  expect(await installTshark()).toBeUndefined()
})
