/**
 * The bulk action buttons of a list. Their `to` names the target, and the server redirects: text browsers support
 * neither `formaction` nor `formmethod` and would do what another button says.
 */
import { redirect } from '@remix-run/node'
import { formFields, type PostedFields } from '~/change/posted'
import { allSuffix } from './all-suffix'
import { lookParams } from './look'

/**
 * Redirects from a list to the page of the pressed button, with the selection in the query. Returns if no button was
 * pressed.
 */
export function redirectSelection(request: Request, pages: Readonly<Record<string, string | null>>): void {
  redirectToPressed([...new URL(request.url).searchParams], pages)
}

/** The same for a list whose form is posted because another button changes something. */
export async function redirectPostedSelection(
  request: Request,
  pages: Readonly<Record<string, string | null>>,
): Promise<void> {
  redirectToPressed(await formFields(request.clone()), pages)
}

function redirectToPressed(fields: PostedFields, pages: Readonly<Record<string, string | null>>): void {
  const pressed = fields.find(([name]) => name === 'to')?.[1]
  const to = pressed?.replace(allSuffix, '')
  const page = to !== undefined && Object.hasOwn(pages, to) ? pages[to] : null
  if (!page) return
  // The query of the target page wins over the list's values.
  const own = new URLSearchParams(page.split('?')[1])
  const selection = new URLSearchParams(
    fields.filter(([name, value]) => belongsToSelection(name) && value !== '' && !own.has(name)),
  )
  if (pressed?.endsWith(allSuffix)) selection.set('all', '1')
  throw redirect(`${page}${selection.size > 0 ? `${page.includes('?') ? '&' : '?'}${selection}` : ''}`, 303)
}

/** Whether a field belongs to the selection. The sort, the page and the form's own fields do not. */
function belongsToSelection(name: string): boolean {
  return !['to', 'sort', 'after', 'row', 'back', 'index', ...lookParams].includes(name) && !name.startsWith('_')
}
