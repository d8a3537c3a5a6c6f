/**
 * The buttons under a list's ticked rows. They name in `to` where the choice is taken, and the server leads there:
 * browsers for text know neither `formaction` nor `formmethod`, and would do what another button says.
 */
import { redirect } from '@remix-run/node'
import { type Fields, formFields } from '~/change/posted'
import { allSuffix } from './all-suffix'
import { lookWords } from './look'

/** Leads from a list's own address to the page of the button that was pressed, with what was chosen. */
export function leadOn(request: Request, pages: Readonly<Record<string, string | null>>): void {
  follow([...new URL(request.url).searchParams], pages)
}

/** The same for a list whose form is posted, because another of its buttons changes something. */
export async function leadOnPosted(request: Request, pages: Readonly<Record<string, string | null>>): Promise<void> {
  follow(await formFields(request.clone()), pages)
}

function follow(fields: Fields, pages: Readonly<Record<string, string | null>>): void {
  const pressed = fields.find(([name]) => name === 'to')?.[1]
  const to = pressed?.replace(allSuffix, '')
  const page = to !== undefined && Object.hasOwn(pages, to) ? pages[to] : null
  if (!page) return
  // The place that a page names already wins over what the list says.
  const own = new URLSearchParams(page.split('?')[1])
  const chosen = new URLSearchParams(
    fields.filter(([name, value]) => isOfTheChoice(name) && value !== '' && !own.has(name)),
  )
  if (pressed?.endsWith(allSuffix)) chosen.set('all', '1')
  throw redirect(`${page}${chosen.size > 0 ? `${page.includes('?') ? '&' : '?'}${chosen}` : ''}`, 303)
}

/** What the list carries of its own stays there: its order, its page, and the fields of the machinery. */
function isOfTheChoice(name: string): boolean {
  return !['to', 'sort', 'after', 'row', 'back', 'index', ...lookWords].includes(name) && !name.startsWith('_')
}
