/** Graphics files: what is taken in, how they are built and sent (domain §5.1, §5.9). */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basePaths } from '../../services/contracts/endpoint'
import { type GfxProject, ProjectReader } from '../../services/device-configuration/gfx-project'
import { type ZipEntry, zipOf } from '../../services/kit/zip'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const montcalm = (key: string) => deviceIdOf(`montcalm-${key}`)
const call = (line: string, body?: unknown, as = 'amelie') => services.call('device-configuration', line, { as, body })
const infoOf = async (id: string) => (await call(`GET /devices/${id}/gfx`)).body
const pass = (seconds: number) => services.world.clock.advance(seconds * 1000)

const projectXml = (inside = '') =>
  `<?xml version="1.0"?><Project><Props><Name>Lobby</Name><Version>7.1</Version>${inside}</Props></Project>`
const gfxOf = (main = projectXml(), more: ZipEntry[] = []) =>
  zipOf([{ name: 'Main.xml', bytes: Buffer.from(main) }, ...more])

interface Upload {
  name?: string
  as?: string
  headers?: Record<string, string>
  target?: Services
}

async function upload(
  deviceIds: string[],
  bytes: Buffer,
  { name = 'Lobby.gfx', as = 'amelie', headers = {}, target = services }: Upload = {},
) {
  const form = new FormData()
  for (const id of deviceIds) form.append('deviceIds', id)
  form.append('file', new File([Uint8Array.from(bytes)], name))
  const response = await fetch(
    `${target.origin('device-configuration')}${basePaths['device-configuration']}/devices/gfx`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${await target.tokenFor(as)}`, ...headers },
      body: form,
    },
  )
  return { status: response.status, body: await response.json() }
}

describe('a graphics file', () => {
  it('is there from the start for those that were set up, and can be fetched', async () => {
    const id = deviceIdOf('story-1')
    const info = await infoOf(id)
    expect(info).toMatchObject({
      fileName: 'AHU-1 Controller.gfx',
      processState: 'completed',
      sendState: 'succeed',
      projectName: 'AHU-1 Controller',
    })
    const response = await fetch(
      `${services.origin('device-configuration')}${basePaths['device-configuration']}/devices/${id}/gfx/content`,
      { headers: { authorization: `Bearer ${await services.tokenFor('amelie')}` } },
    )
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="AHU-1 Controller.gfx"')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([info.size, info.sha256])
    expect((await call(`GET /devices/${id}/gfx/build/log`)).body.at(-1)).toMatchObject({ step: 'package' })
  })

  it('is missing with code 4004', async () => {
    const { status, body } = await call(`GET /devices/${deviceIdOf('story-3')}/gfx`)
    expect([status, body.errorCode, body.message]).toEqual([404, 4004, 'There is no graphics file yet.'])
    expect((await call(`GET /devices/${deviceIdOf('story-3')}/gfx/content`)).body.errorCode).toBe(4004)
  })

  it('is uploaded, built step by step, and then sent', async () => {
    const id = montcalm('BIB-ECYVAV-1')
    const bytes = gfxOf()
    const { status, body } = await upload([id], bytes)
    expect([status, body.data[0]]).toMatchObject([
      200,
      {
        fileName: 'Lobby.gfx',
        processState: 'initiated',
        projectName: 'Lobby',
        projectVersion: '7.1',
        uploadedBy: 'Amélie Tremblay',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        isDirty: true,
      },
    ])
    const second = await upload([id], bytes)
    expect([second.status, second.body.errorCode]).toEqual([409, 4504])
    const early = await call('POST /devices/configuration/send', { deviceIds: [id], configurationTypes: ['gfx'] })
    expect(early.body.errors).toMatchObject([{ key: 'errors.gfx.notBuilt', details: { type: 'gfx', errorCode: 4505 } }])

    const seen = new Set<string>()
    for (let tick = 0; tick < 150; tick++) {
      seen.add((await infoOf(id)).processState)
      pass(0.1)
    }
    expect([...seen]).toEqual(['initiated', 'queued', 'inProgress', 'completed'])
    expect((await call(`GET /devices/${id}/gfx/build/log`)).body.map((line: { step: string }) => line.step)).toEqual([
      'queue',
      'queue',
      'unzip',
      'validate',
      'compile',
      'package',
      'package',
    ])
    const sent = await call('POST /devices/configuration/send', { deviceIds: [id], configurationTypes: ['gfx'] })
    expect(sent.status).toBe(202)
    pass(60)
    expect(await infoOf(id)).toMatchObject({ sendState: 'succeed', isDirty: false })
    expect((await call(`GET /devices/${id}/gfx/send/log`)).body.at(-1).code).toBe('SUCCEEDED')
  })

  it('fails to build where its marker says, can be replaced, and arrives damaged when the line does', async () => {
    const id = montcalm('BIB-ECYVAV-3')
    const marked = projectXml().replace('<Project>', '<?build-fails compile The page Hall names no point?><Project>')
    expect((await upload([id], gfxOf(marked))).status).toBe(200)
    pass(15)
    expect((await infoOf(id)).processState).toBe('failed')
    expect((await call(`GET /devices/${id}/gfx/build/log`)).body.at(-1)).toMatchObject({
      level: 'error',
      code: 'BUILD_FAILED',
      step: 'compile',
      message: 'The page Hall names no point',
    })
    expect((await upload([id], gfxOf())).status).toBe(200)
    pass(15)
    const { hostId } = (await services.call('site', `GET /devices/${id}`, { as: 'amelie' })).body
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'corruptGfx' })
    await call('POST /devices/configuration/send', { deviceIds: [id], configurationTypes: ['gfx'] })
    pass(60)
    expect((await call(`GET /devices/${id}/gfx/send/log`)).body.at(-1).code).toBe('GFX_CORRUPT')
    expect(await infoOf(id)).toMatchObject({ sendState: 'failed', isDirty: true })
  })

  it('goes to several controllers, each taking it or not', async () => {
    const [first, plant] = [montcalm('BIB-ECYVAV-4'), montcalm('BIB-ECY600-1')]
    const { status, body } = await upload(
      [first, plant, montcalm('nobody')],
      gfxOf(projectXml('<ModelType>ECYVAV</ModelType>')),
    )
    expect([status, body.errorCode]).toEqual([422, 4100])
    expect(body.errors).toMatchObject([
      { entityId: plant, key: 'errors.gfx.product', details: { type: 'gfx', errorCode: 4506, field: 'file' } },
      { entityId: montcalm('nobody'), details: { type: 'notFound' } },
    ])
    expect(body.data).toMatchObject([{ deviceId: first, processState: 'initiated' }])
  })

  const unfit: [string, string, Buffer, string?][] = [
    ['extension', 'another extension', gfxOf(), 'Lobby.txt'],
    ['notZip', 'no archive', Buffer.from('not an archive at all')],
    ['notZip', 'half an archive', gfxOf().subarray(0, 60)],
    ['mainMissing', 'no Main.xml', zipOf([{ name: 'other.xml', bytes: Buffer.from('<a/>') }])],
    ['unsafePath', 'a path that climbs', gfxOf(projectXml(), [{ name: '../evil.sh', bytes: Buffer.from('x') }])],
    ['unsafePath', 'an absolute path', gfxOf(projectXml(), [{ name: '/etc/evil', bytes: Buffer.from('x') }])],
    ['unsafePath', 'a backslash', gfxOf(projectXml(), [{ name: '..\\evil.sh', bytes: Buffer.from('x') }])],
    ['mainInvalid', 'a document type', gfxOf(`<!DOCTYPE Project [<!ENTITY x "y">]>${projectXml()}`)],
    ['mainInvalid', 'tags that do not match', gfxOf('<Project><Props></Project>')],
    ['version', 'a version too new', gfxOf(projectXml().replace('7.1', '7.4'))],
    [
      'bomb',
      'too many entries',
      gfxOf(
        projectXml(),
        Array.from({ length: 5000 }, (_, at) => ({ name: `p${at}`, bytes: Buffer.alloc(0), stored: true })),
      ),
    ],
  ]
  it.each(unfit)('is refused as %s with %s', async (rule, _what, bytes, name) => {
    const { status, body } = await upload([montcalm('BIB-ECYVAV-5')], bytes, { name })
    expect([status, body.errorCode, body.errors]).toEqual([422, 4506, { file: `errors.gfx.${rule}` }])
  })

  it('is refused when it unpacks to too much, or says less than it unpacks to', async () => {
    const id = montcalm('BIB-ECYVAV-5')
    const zeros = gfxOf(projectXml(), [{ name: 'zeros', bytes: Buffer.alloc(100_000) }])
    const saying = (size: number) => {
      const bytes = Buffer.from(zeros)
      const declared = Buffer.alloc(4)
      declared.writeUInt32LE(100_000)
      for (let at = bytes.indexOf(declared); at >= 0; at = bytes.indexOf(declared, at + 4))
        bytes.writeUInt32LE(size, at)
      return bytes
    }
    expect((await upload([id], saying(600_000_000))).body.errors).toEqual({ file: 'errors.gfx.bomb' })
    expect((await upload([id], saying(10))).body.errors).toEqual({ file: 'errors.gfx.notZip' })
  })

  it('is refused to those who may not send it before any of the file is sent', async () => {
    const boundary = 'in-between'
    const begun = (id: string) =>
      [
        `--${boundary}\r\nContent-Disposition: form-data; name="deviceIds"\r\n\r\n${id}\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.gfx"\r\n\r\nPK`,
      ].join('')
    const asked = async (login: string, id: string) => {
      const request = httpRequest(
        `${services.origin('device-configuration')}${basePaths['device-configuration']}/devices/gfx`,
        {
          method: 'PUT',
          headers: {
            authorization: `Bearer ${await services.tokenFor(login)}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
        },
      )
      request.on('error', () => {})
      request.write(begun(id))
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      request.destroy()
      return response.statusCode
    }
    expect(await asked('usha', montcalm('BIB-ECYVAV-5'))).toBe(403)
    expect(await asked('claire', montcalm('BIB-ECYVAV-5'))).toBe(404)
  })

  it('is refused when it is larger than 100 MB, before it is kept', async () => {
    const { status, body } = await upload([montcalm('BIB-ECYVAV-5')], Buffer.alloc(101 * 1024 * 1024))
    expect([status, body.errorCode, body.errors]).toEqual([413, 4007, { file: 'errors.gfx.size' }])
  })

  it('needs a form with one file and controllers', async () => {
    const json = await call('PUT /devices/gfx', { deviceIds: [montcalm('BIB-ECYVAV-5')] })
    expect([json.status, json.body.errorCode]).toEqual([415, 4006])
    expect((await upload([], gfxOf())).body.errors).toHaveProperty('deviceIds')
    const many = Array.from({ length: 51 }, (_, at) => montcalm(`no-${at}`))
    expect((await upload(many, gfxOf())).body.errorCode).toBe(4000)
  })

  it('is taken once for one key, and only from those who may', async () => {
    const id = montcalm('BIB-ECYVAV-6')
    const headers = { 'idempotency-key': 'once' }
    const first = await upload([id], gfxOf(), { headers })
    expect(await upload([id], gfxOf(), { headers })).toEqual(first)
    expect((await upload([id], gfxOf(projectXml('<!-- other -->')), { headers })).body.errorCode).toBe(4013)
    expect((await upload([id], gfxOf(), { as: 'usha' })).status).toBe(403)
    expect((await upload([id], Buffer.from('junk'), { as: 'paul' })).status).toBe(404)
    expect((await call(`GET /devices/${id}/gfx/content`, undefined, 'usha')).status).toBe(403)
    expect(await readdir(join(services.settings.dataDir, 'uploads'))).toEqual([])
  })
})

describe('a build', () => {
  it('goes on after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-gfx-'))
    const id = montcalm('GEN-ECYVAV-2')
    const first = await startTestServices({ dataDir })
    await upload([id], gfxOf(), { target: first })
    first.world.clock.advance(2000)
    await first.close()
    const second = await startTestServices({ dataDir, env: { PUBLIC_ORIGIN: first.settings.publicOrigin } })
    second.world.clock.advance(20_000)
    const { body } = await second.call('device-configuration', `GET /devices/${id}/gfx`, { as: 'amelie' })
    expect([body.processState, body.fileName]).toEqual(['completed', 'Lobby.gfx'])
    await second.close()
    await rm(dataDir, { recursive: true })
  })
})

describe('a project', () => {
  it('is read from well-formed XML only', () => {
    expect(
      read('\ufeff<Project a="1"><!-- > --><Props><Name>A &amp; B</Name><Model>ECY303</Model></Props></Project>'),
    ).toEqual({
      name: 'A & B',
      version: null,
      modelType: 'ECY303',
      flaw: null,
    })
    expect(read('<Project><Props><Name><![CDATA[<C>]]></Name></Props></Project>')?.name).toBe('<C>')
    for (const broken of ['', 'text', '<Project>', '<a/>', '<Project></Project><Project/>', '<Project><</Project>']) {
      expect(read(broken), broken).toBeNull()
    }
  })

  it('is read in time that grows with its length only, whatever the file repeats', () => {
    const length = 1_000_000
    const hostile = [
      `<Project>${'<a '.repeat(length / 3)}`,
      `<Project>${'<!--'.repeat(length / 4)}`,
      `<Project><!--<?build-fails ${'a'.repeat(length)}?x--></Project>`,
      `<?build-fails ${'compile '.repeat(length / 8)}?><Project/>`,
      `<Project>${`<${'n'.repeat(190)}>`.repeat(length / 190)}`,
      `<Project>${'<b></b>'.repeat(length / 7)}</Project>`,
      `<Project ${Array.from({ length: length / 20 }, (_, at) => `a${at}="${at}"`).join(' ')}/>`,
      `<Project><Props><Name>${'&amp;'.repeat(length / 5)}</Name></Props></Project>`,
      `<Project>${'<![CDATA[ ]]>'.repeat(length / 13)}</Project>`,
    ]
    const cost = (xml: string) => {
      const started = process.cpuUsage()
      read(xml)
      const { user, system } = process.cpuUsage(started)
      return (user + system) / 1_000
    }
    const plain = Math.max(...[1, 2, 3].map(() => cost(`<Project>${'<p>word</p>'.repeat(length / 11)}</Project>`)))
    for (const xml of hostile) expect(cost(xml), xml.slice(0, 40)).toBeLessThan(4 * plain + 100)
  })

  it('has names, depth and properties within bounds', () => {
    const deep = (levels: number) => `<Project>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}</Project>`
    expect(read(deep(199))).not.toBeNull()
    expect(read(deep(200))).toBeNull()
    expect(read(`<Project><${'n'.repeat(201)}/></Project>`)).toBeNull()
    expect(read(`<Project><Props><Name>${'n'.repeat(10_001)}</Name></Props></Project>`)).toBeNull()
    expect(read('<!DOCTYPE Project [<!ENTITY a "b">]><Project/>')).toBeNull()
  })
})

/** What is read of a text that comes in pieces. */
function read(xml: string): GfxProject | null {
  const reader = new ProjectReader()
  try {
    for (let at = 0; at < xml.length; at += 16_384) reader.write(xml.slice(at, at + 16_384))
    return reader.end()
  } catch {
    return null
  }
}
