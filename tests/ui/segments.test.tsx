import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import { layOutSegments, type Segment, SegmentBar, Segments } from '~/ui/chart/segments'

const parts: Segment[] = [
  { kind: 'done', count: 9_999, label: '9,999 done', href: '?status=done' },
  { kind: 'failed', count: 1, label: '1 failed' },
  { kind: 'running', count: 0, label: 'none running' },
]

const draw = (node: React.ReactNode) =>
  renderToStaticMarkup(<I18nextProvider i18n={instanceFor('en')}>{node}</I18nextProvider>)

it('one of ten thousand is three pixels wide, and the whole bar is filled', () => {
  const [done, failed] = layOutSegments(parts, 3 / 200)
  expect(failed?.share).toBeCloseTo(0.015)
  expect((done?.share ?? 0) + (failed?.share ?? 0)).toBeCloseTo(1)
  expect(failed?.from).toBe(done?.share)
  expect(draw(<SegmentBar label="Deployment" parts={parts} width={100} />)).toMatch(
    /x="97%" width="3%" y="0" height="12"/,
  )
})

it('says its parts in words, each with its link, and none that is empty', () => {
  const drawn = draw(<Segments label="Deployment" parts={parts} />)
  expect(drawn).toContain('aria-label="Deployment"')
  expect(drawn).toContain('<a href="?status=done">9,999 done</a>')
  expect(drawn).toContain('<li class="segment failed">1 failed</li>')
  expect(drawn).not.toContain('none running')
})

it('draws nothing of nothing', () => {
  expect(draw(<SegmentBar label="Deployment" parts={[]} />)).not.toContain('<g')
})
