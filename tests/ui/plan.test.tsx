import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import type { PlanRow } from '~/change/plan'
import { PlanLines } from '~/change/plan-lines'
import { PlanSentence } from '~/change/plan-sentence'
import type { PlanWords } from '~/change/plan-words'
import { instanceFor } from '~/i18n/i18n.server'

const row = (index: number, more: Partial<PlanRow> = {}): PlanRow => ({
  subject: {
    kind: 'device',
    id: `d-${index}`,
    name: `VAV ${index}`,
    path: [
      { id: 'g', name: 'Campuses', type: 'group' },
      { id: 's', name: 'Campus Montcalm', type: 'site' },
      { id: `b-${index % 2}`, name: 'One of two', type: 'building' },
    ],
  },
  effect: 'change',
  fields: [{ name: 'Gateway', from: '10.41.1.1', to: '10.41.1.254' }],
  ...more,
})

const words: PlanWords = { caption: 'Plan', subjectTitle: 'Controller' }
const draw = (node: React.ReactNode) =>
  renderToStaticMarkup(<I18nextProvider i18n={instanceFor('en')}>{node}</I18nextProvider>)
const lines = (rows: PlanRow[], moved: string[] = []) =>
  draw(<PlanLines plan={{ rows, moved, hash: '', rowHashes: [] }} words={words} />)
const sentence = (rows: PlanRow[]) =>
  draw(<PlanSentence rows={rows} words={words} isDanger={false} />).replace(/<[^>]+>/g, '')
const many = (count: number) => Array.from({ length: count }, (_, index) => row(index))
const groups = (html: string) => html.match(/<details/g)?.length ?? 0

it.each([20, 500])('a plan of %i equal changes is one line, closed', (count) => {
  const html = lines(many(count))
  expect(groups(html)).toBe(1)
  expect(html).not.toContain('<details open')
  expect(html).toContain(`${count} controllers`)
})

it('names in one line what differs only in what was there before', () => {
  const rows = many(20).map((one, index) => ({
    ...one,
    fields: [{ name: 'Gateway', from: `10.0.0.${index}`, to: '10.0.1.1' }],
  }))
  expect(lines(rows)).toContain('20 different values')
})

it('puts what moved, waits or is left out before what is alike', () => {
  const html = lines(
    [...many(5), row(5, { timing: 'waits' }), row(6, { effect: 'skip', because: 'offline', fields: [] }), row(7)],
    ['d-7'],
  )
  const order = ['Changed meanwhile', 'Waits for the controller', 'Skipped', '5 controllers']
  expect(order.map((word) => html.indexOf(word)).every((at, index, all) => at > (all[index - 1] ?? -1))).toBe(true)
})

it('says in a sentence what changes where, and how many are different', () => {
  expect(sentence(many(20))).toBe('Gateway changes on 20 controllers of Campus Montcalm.')
  const sent = many(20).map((one, index): PlanRow => ({ ...one, timing: index === 3 ? 'waits' : 'now' }))
  expect(sentence(sent)).toBe(
    'Saved settings are sent to 20 controllers of Campus Montcalm. 19 immediately, 1 waits, 0 skipped.',
  )
  expect(sentence([row(1)])).toBe('Gateway changes on VAV 1.')
  expect(sentence([row(1, { effect: 'skip' })])).toBe('')
})
