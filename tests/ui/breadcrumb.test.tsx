/** A breadcrumb shows as many levels as have room, in their order, and folds the rest. */
import { parse } from 'node-html-parser'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { instanceFor } from '~/i18n/i18n.server'
import { Breadcrumb, type Crumb } from '~/ui/breadcrumb'

const roomsOf: Record<'phone' | 'desk' | 'wide', readonly string[]> = {
  phone: [],
  desk: ['desk'],
  wide: ['desk', 'wide'],
}

/** Returns the crumbs of a screen: a level is hidden below its room, and in the disclosure above it. */
function shownOn(screen: keyof typeof roomsOf, names: readonly string[], site: string) {
  const crumbs = names.map((name): Crumb => ({ name, href: `/${name}`, ...(name === site && { isSite: true }) }))
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={instanceFor('en')}>
      <Breadcrumb crumbs={crumbs} />
    </I18nextProvider>,
  )
  const rooms = roomsOf[screen]
  const isShown = (classes: string) =>
    !rooms.some((room) => classes.includes(`off-${room}`)) &&
    !(['desk', 'wide'] as const).some((room) => classes.includes(`on-${room}`) && !rooms.includes(room))
  return parse(html)
    .querySelectorAll('ol > li')
    .filter((item) => isShown(item.getAttribute('class') ?? ''))
    .map((item) => {
      if (!item.classList.contains('levels')) return item.querySelector('bdi')?.text
      return item
        .querySelectorAll('ul > li')
        .filter((level) => isShown(level.getAttribute('class') ?? ''))
        .map((level) => level.text)
    })
}

const short = ['Customer', 'Group', 'Site', 'Building', 'Room', 'Box']
const long = [
  'A customer with a long name',
  'A group',
  'The southern site',
  'Tower',
  'Rooftop',
  'Points',
  'Supply air temperature',
]

test('of short names is whole on a desk, and folds on a phone', () => {
  expect(shownOn('phone', short, 'Site')).toEqual(['Customer', 'Site', ['Group', 'Building'], 'Room', 'Box'])
  expect(shownOn('desk', short, 'Site')).toEqual(short)
})

test('of long names shows the nearest levels on a desk, without the customer that stands in the rail, and all on a wide screen', () => {
  expect(shownOn('desk', long, 'The southern site')).toEqual([
    'The southern site',
    ['A group', 'Tower', 'Rooftop'],
    'Points',
    'Supply air temperature',
  ])
  expect(shownOn('wide', long, 'The southern site')).toEqual(long)
})

test('of four crumbs folds none', () => {
  expect(shownOn('phone', ['Customer', 'Site', 'Building', 'Room'], 'Site')).toEqual([
    'Customer',
    'Site',
    'Building',
    'Room',
  ])
})
