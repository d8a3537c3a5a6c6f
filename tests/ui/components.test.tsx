import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { hrefFrom } from '~/hrefs'
import { instanceFor } from '~/i18n/i18n.server'
import { ViewTable } from '~/kit/list/list'
import type { ListColumn } from '~/kit/list/view'
import { KeepUnchanged, Radios } from '~/ui/choice-field'
import { DifferenceTable } from '~/ui/difference'
import { ErrorSummary } from '~/ui/error-summary'
import { TextInput } from '~/ui/field'
import { Form } from '~/ui/form'
import { A, plainLink, safeAddress } from '~/ui/link'
import { type FormProblems, hasProblems } from '~/ui/problems'
import { Table } from '~/ui/table'

function draw(node: ReactNode, language: 'en' | 'fr' = 'en') {
  return renderToStaticMarkup(<I18nextProvider i18n={instanceFor(language)}>{node}</I18nextProvider>)
}

describe('a link', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \tjava\nscript:alert(1)',
    '\u0000javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
  ])('never leads to %j', (href) => {
    expect(safeAddress(href)).toBeUndefined()
    expect(draw(<A href={href}>name</A>)).toBe('<span>name</span>')
    expect(draw(plainLink(href, 'name'))).toBe('<span>name</span>')
  })

  it.each([
    '/tenants/a?x=1:2#y',
    'https://example.com',
    'mailto:a@example.com',
    '#field-a',
    '?page=2',
    'a/b:c',
    'sites/%3A',
    'alarms',
    'alarms?q=a:b',
    '../../alarms',
  ])('leads to %j', (href) => {
    expect(safeAddress(href)).toBe(href)
  })

  it.each([
    ['/a/devices', '/a/groups/b/devices/c', 'groups/b/devices/c'],
    ['/a/devices/', '/a/groups/b', '/a/groups/b'],
    ['/a/b/devices', '/a/groups/c', '/a/groups/c'],
    ['/a/devices', '/a/', '/a/'],
    ['/a/devices', '/a/?q=b', '/a/?q=b'],
    ['/a/devices', '/a//b', '/a//b'],
    ['/devices', '/groups/b', '/groups/b'],
    ['/tenants/a/customers/b/groups/c/sites/d', '/tenants/a/customers/b/alarms', '../../../alarms'],
    ['/tenants/a/customers/b/groups/c/sites/d/points', '/tenants/a/customers/b/groups/c/sites/d', '../d'],
    ['/tenants/a/customers/b/groups/c/sites/d', '/tenants/a/customers/b/groups/c', '../../c'],
    ['/tenants/a/customers/b/groups/c', '/tenants/a/customers/bb/alarms', '/tenants/a/customers/bb/alarms'],
    ['/tenants/a/customers/b/groups/c', '/tenants/a/customers/b', '/tenants/a/customers/b'],
    ['/tenants/a/customers/b/groups/c', '/tenants/d', '/tenants/d'],
  ])('of the page %s to %s is written as %s and leads there', (pathname, to, written) => {
    expect(hrefFrom(pathname, to)).toBe(written)
    expect(new URL(written, `https://example.com${pathname}`).href).toBe(`https://example.com${to}`)
  })
})

describe('a form that came back', () => {
  const problems: FormProblems = { 'primary.ipv4.gateway': ['errors.network.gateway'], '': 'errors:change.nothing' }

  it('leads from each line of the summary to its field, in the same words', () => {
    const page = draw(
      <Form>
        <ErrorSummary problems={problems} />
        <TextInput
          name="primary.ipv4.gateway"
          label="Gateway"
          hint="IPv4"
          error="errors.network.gateway"
          defaultValue="10.0.0.300"
        />
      </Form>,
      'fr',
    )
    const words = 'Saisissez une passerelle du même sous-réseau, autre que l’automate lui-même'
    expect(page.split(words)).toHaveLength(3)
    expect(page).toContain('href="#field-primary-ipv4-gateway"')
    expect(page).toContain('id="field-primary-ipv4-gateway"')
    expect(page).toContain('aria-describedby="field-primary-ipv4-gateway-hint field-primary-ipv4-gateway-error"')
    expect(page).toContain('aria-invalid="true"')
    expect(page).toContain('value="10.0.0.300"')
    expect(page).toContain('Il y a 2 problèmes')
  })

  it('links a group of choices to the first of them', () => {
    const page = draw(
      <Radios
        name="role"
        label="Role"
        options={[
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ]}
      />,
    )
    expect(page).toContain('id="field-role"')
    expect(page).toContain('id="field-role-b"')
  })

  it('draws no summary when nothing is wrong', () => {
    expect(draw(<ErrorSummary problems={{}} />)).toBe('')
  })

  it('is told from a plan that waits for its second post', () => {
    expect(hasProblems({ stage: 'form', problem: { kind: 'invalid' } })).toBe(true)
    expect(hasProblems({ stage: 'plan', problem: { kind: 'moved' } })).toBe(true)
    expect(hasProblems({ stage: 'plan', problem: null })).toBe(false)
    expect(hasProblems({ stage: 'form', problem: null })).toBe(false)
    expect(hasProblems(undefined)).toBe(false)
  })
})

describe('a form', () => {
  it('posts without scripts and carries its hidden values', () => {
    const page = draw(<Form hidden={{ _key: 'k', deviceId: ['a', 'b'], none: undefined }}>x</Form>)
    expect(page).toContain('method="post"')
    expect(page).toContain('<input type="hidden" name="_key" value="k"/>')
    expect(page.match(/name="deviceId"/g)).toHaveLength(2)
    expect(page).not.toContain('none')
  })

  it('names the setting a “no change” box is for', () => {
    const page = draw(
      <KeepUnchanged keepName="dns.keep" fieldLabel="DNS" isKept>
        <TextInput name="dns" label="DNS" />
      </KeepUnchanged>,
    )
    expect(page).toMatch(/<input[^>]*name="dns.keep"[^>]*checked/)
    expect(page).toContain('Leave DNS unchanged')
  })
})

describe('a table', () => {
  const rows = [
    { id: 'a', name: 'AHU-1' },
    { id: 'b', name: '<b>AHU-2' },
  ]
  const columns = [{ key: 'name', title: 'Name', isRowHeader: true, cell: (row: { name: string }) => row.name }]

  it('names every row’s box by the row, and escapes names', () => {
    const choice = {
      name: 'deviceId',
      valueOf: (row: { id: string }) => row.id,
      nameOf: (row: { name: string }) => row.name,
      selected: new Set(['b']),
    }
    const page = draw(
      <Table caption="Controllers" rows={rows} rowKey={(row) => row.id} columns={columns} choice={choice} />,
    )
    expect(page).toContain('aria-label="Select AHU-1"')
    expect(page).toContain('&lt;b&gt;AHU-2')
    expect(page.match(/checked=""/g)).toHaveLength(1)
  })

  it('has the whole of a value as tooltip where its column may cut it, and nowhere else', () => {
    type Row = { code: string }
    const text = (row: Row) => row.code
    const columns: ListColumn<Row>[] = [
      { key: 'code', title: () => 'Code', width: 'code', isMono: true, text },
      { key: 'kind', title: () => 'Kind', width: 'kind', text },
    ]
    const rows = [{ code: 'ECYPTU207-1C0843' }, { code: 'ECYPTU207-1C0843X' }]
    const page = draw(<ViewTable view={{ columns, keyOf: text }} caption="Codes" rows={rows} />)
    const tooltips = [...page.matchAll(/<td(?: class="(\w+)")? title="([^"]+)"/g)].map(([, ...found]) => found)
    expect(tooltips).toEqual([
      [undefined, 'ECYPTU207-1C0843'],
      ['mono', 'ECYPTU207-1C0843X'],
      [undefined, 'ECYPTU207-1C0843X'],
    ])
  })

  it('says what to do when there is nothing', () => {
    expect(draw(<Table caption="x" rows={[]} rowKey={() => ''} columns={columns} empty={<p>Nothing yet</p>} />)).toBe(
      '<p>Nothing yet</p>',
    )
  })
})

describe('a difference', () => {
  it('says what is skipped and why, and which rows moved', () => {
    const page = draw(
      <DifferenceTable
        caption="Plan"
        rows={[
          { key: '1', field: 'Gateway', before: '10.0.0.1', after: '10.0.0.254', kind: 'changed', hasMoved: true },
          {
            key: '2',
            field: 'DNS',
            before: '8.8.8.8',
            after: null,
            kind: 'skipped',
            reason: 'The controller is offline',
          },
        ]}
      />,
    )
    expect(page).toContain('Changed meanwhile')
    expect(page).toMatch(/Skipped.*The controller is offline/)
  })
})
