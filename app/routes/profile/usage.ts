/** Stores the opt-out of usage analytics, posted from the profile page. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { ownChoice } from '~/change/own-choice.server'
import { href } from '~/hrefs'
import { allow, refuse } from '~/usage/refusal.server'

export async function loader(args: LoaderFunctionArgs) {
  await reader(args)
  return redirect(href('profile', {}))
}

export async function action(args: ActionFunctionArgs) {
  return ownChoice(args, async ({ session }, fields) => {
    const { counted, tenant } = Object.fromEntries(fields)
    if (counted !== 'yes' && counted !== 'no') throw new Response(null, { status: 400 })
    await (counted === 'yes' ? allow : refuse)(session.person)
    return redirect(href('profile', {}, { tenant }), 303)
  })
}
