import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf } from '../../services/seed/people'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const project = async (id: string, as: string) => {
  const { status, body } = await services.call('designer', `GET /fileProject/associated/${id}`, { as })
  return { status, body }
}

describe('the designer', () => {
  it('tells the pages and files of the project of a site, one page being its home', async () => {
    const { status, body } = await project(siteIdOf(1), 'claire')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Place Boréale graphics',
      associatedWith: { id: siteIdOf(1), type: 'site' },
      updatedBy: { fullName: 'Amélie Tremblay' },
    })
    expect(body.pages.filter(({ isHome }: { isHome: boolean }) => isHome)).toMatchObject([{ path: 'index.dg5' }])
    expect(body.size).toBe(body.assets.reduce((sum: number, { size }: { size: number }) => sum + size, 0))
    const customer = await services.call('tenant', `GET /customers/${customerIdOf('CUS1001')}`, { as: 'claire' })
    expect(customer.body.projectCount).toBe(1)
    const site = await services.call('site', `GET /sites/${siteIdOf(1)}`, { as: 'claire' })
    expect(site.body).toMatchObject({
      projects: [{ id: body.projectId, name: 'Place Boréale graphics' }],
      projectIds: [body.projectId],
    })
  })

  it('is what a list of sites can be limited to, each site as alone', async () => {
    const sites = (query: string) =>
      services.call('site', `GET /customers/${customerIdOf('CUS1001')}/sites${query}`, { as: 'claire' })
    const all = (await sites('')).body as { id: string; projects: object[] }[]
    expect(all.map(({ projects }) => projects.length).sort()).toEqual([...all.slice(1).map(() => 0), 1])
    for (const one of all)
      expect(one).toEqual((await services.call('site', `GET /sites/${one.id}`, { as: 'claire' })).body)
    expect((await sites('?withProject=true')).body).toEqual(all.filter(({ id }) => id === siteIdOf(1)))
  })

  it('says that a node has none (4204), and nothing of what one may not see', async () => {
    for (const id of [siteIdOf(2), deviceIdOf('story-1')]) {
      expect(await project(id, 'usha')).toMatchObject({ status: 404, body: { errorCode: 4204 } })
    }
    expect(await project(siteIdOf(1), 'paul')).toMatchObject({ status: 404, body: { errorCode: 4005 } })
    expect(await project('unknown', 'marcus')).toMatchObject({ status: 404, body: { errorCode: 4005 } })
    expect(await project(siteIdOf(1), 'nadia')).toMatchObject({ status: 403, body: { errorCode: 4003 } })
  })
})
