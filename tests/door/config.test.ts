import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exampleEnvironment } from '~/commands/example-environment'
import { ConfigurationError, describeVariables, readConfig } from '~/config.server'

const folder = () => mkdtempSync(join(tmpdir(), 'plantroom-config-'))

function problems(env: Record<string, string>): string[] {
  try {
    readConfig({ DATA_DIR: folder(), ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

describe('without anything set', () => {
  test('the console runs in evaluation mode beside the reference services', () => {
    const config = readConfig({ DATA_DIR: folder() })
    expect(config.publicOrigin).toBe('http://localhost:3000')
    expect(config.evaluation).toEqual({ onNetwork: false, bacnetPort: 0 })
    expect(config.builtInIdentity).toEqual({ url: 'http://127.0.0.1:4000' })
    expect(config.oidc.issuer).toBe('http://localhost:3000/identity')
    expect(config.service('device-configuration')).toBe('http://127.0.0.1:4006')
    expect(config.drainSeconds).toBe(5)
  })

  test('secrets are made once and kept where only their owner reads them', () => {
    const dataDir = folder()
    const first = readConfig({ DATA_DIR: dataDir })
    expect(readConfig({ DATA_DIR: dataDir }).sessionSecrets).toEqual(first.sessionSecrets)
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })
})

describe('with a provider of one’s own', () => {
  const own = { OIDC_ISSUER: 'https://id.example/', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'anything' }

  test('nothing is in evaluation mode, and the reference services stay', () => {
    const config = readConfig({ DATA_DIR: folder(), ...own })
    expect(config.evaluation).toBeNull()
    expect(config.referenceServices).toBe(true)
    expect(config.drainSeconds).toBe(30)
  })

  test('a client id is needed', () => {
    expect(problems({ OIDC_ISSUER: 'https://id.example' })).toEqual(['OIDC_CLIENT_ID: is required with OIDC_ISSUER'])
  })
})

test('every problem is told at once, one line each, and no line holds a secret', () => {
  const told = problems({
    PORT: 'many',
    PUBLIC_ORIGIN: 'ftp://plantroom.example',
    SITE_API_URL: 'https://site.example/site/api/v1',
    SESSION_SECRET: 'too-short-secret',
    TRUSTED_PROXIES: '10.0.0.0/8, somewhere',
    DATABASE_URL: 'mysql://somebody:hunter2@db/plantroom',
  })
  expect(told.map((line) => line.split(':')[0])).toEqual([
    'PORT',
    'PUBLIC_ORIGIN',
    'DATABASE_URL',
    'SITE_API_URL',
    'SESSION_SECRET',
    'TRUSTED_PROXIES',
  ])
  expect(told.join('\n')).not.toMatch(/hunter2|too-short-secret|\n\n/)
})

test('one backend without the others is a mistake', () => {
  expect(problems({ TENANT_API_URL: 'https://tenant.example' })).toHaveLength(6)
})

test('the designer’s files are those of the reference services, those that are named, or none', () => {
  const others = Object.fromEntries(
    ['TENANT', 'SITE', 'PACKAGE', 'PRODUCT', 'OPERATIONS', 'DEVICE_CONFIGURATION', 'DESIGNER'].map((name) => [
      `${name}_API_URL`,
      'https://api.example',
    ]),
  )
  const assets = (env: Record<string, string>) => readConfig({ DATA_DIR: folder(), ...env }).designerAssets
  expect(assets({ PORT_BASE: '5000' })).toBe('http://127.0.0.1:5007/assets')
  expect(assets(others)).toBe(null)
  expect(assets({ ...others, DESIGNER_ASSETS_URL: 'https://files.example/designer/' })).toBe(
    'https://files.example/designer',
  )
  for (const wrong of ['file:///etc', 'https://a:b@files.example/', 'https://files.example/?x=1', 'nonsense'])
    expect(problems({ DESIGNER_ASSETS_URL: wrong })).toHaveLength(1)
})

test('a secret comes from a file, and not from two places', () => {
  const file = join(folder(), 'secret')
  writeFileSync(file, `${'s'.repeat(40)}\n`)
  expect(readConfig({ DATA_DIR: folder(), SESSION_SECRET_FILE: file }).sessionSecrets).toEqual(['s'.repeat(40)])
  expect(problems({ SESSION_SECRET_FILE: file, SESSION_SECRET: 'x'.repeat(40) })).toHaveLength(1)
  expect(problems({ SESSION_SECRET_FILE: `${file}.missing` })).toEqual(['SESSION_SECRET_FILE: cannot be read'])
})

test('.env.example names every variable as the schema does', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(exampleEnvironment(describeVariables()))
})
