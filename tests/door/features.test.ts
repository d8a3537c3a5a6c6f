import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkFeatures, featureOverrides, featuresProblem } from '~/flags.server'

const file = join(mkdtempSync(join(tmpdir(), 'plantroom-flags-')), 'features.json')
Object.assign(process.env, { FEATURES_FILE: file, LOG_LEVEL: 'silent' })

let written = 0
/** Each writing has a time of its own, however coarse the disk's clock. */
function write(text: string): void {
  writeFileSync(file, text)
  written += 10
  utimesSync(file, written, written)
}

test('a file that is wrong at the start stops the start, in one line', () => {
  expect(() => checkFeatures()).toThrow(/^FEATURES_FILE: ENOENT/)
  write('{"faults": 3}')
  expect(() => checkFeatures()).toThrow(/^FEATURES_FILE: .*: faults$/)
})

test.each(['{', '{"faults": false, "niagara": 3}', '[]'])(
  'a flag that was off stays off when the file becomes %s',
  (text) => {
    write('{"faults": false}')
    expect(featureOverrides()).toEqual({ faults: false })
    write(text)
    expect(featureOverrides()).toEqual({ faults: false })
    expect(featuresProblem()).toBeTruthy()
    write('{"faults": true}')
    expect(featureOverrides()).toEqual({ faults: true })
    expect(featuresProblem()).toBeNull()
  },
)
