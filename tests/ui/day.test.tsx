import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, it } from 'vitest'
import { DaySummary } from '~/features/schedule/day-schedules'
import { instanceFor } from '~/i18n/i18n.server'

const told = (language: 'en' | 'fr', isCut: boolean) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={instanceFor(language)}>
      <DaySummary day={{ exceptions: [], isCut }} total={2_000} />
    </I18nextProvider>,
  ).replace(/<[^>]+>/g, '')

it('speaks of the first schedules of a place where a page does not read all', () => {
  expect(told('en', false)).toMatch(/^2,000 schedules\. None of them/)
  expect(told('en', true)).toMatch(/^The first 2,000 schedules; there may be more\. None of them/)
  expect(told('fr', true)).toMatch(/^Les 2\s000 premiers horaires\u00a0; il y en a peut-être d’autres\. Aucun/)
})
