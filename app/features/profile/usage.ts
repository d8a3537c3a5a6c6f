/** Stores the opt-out of usage analytics, posted from the profile page. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { personalSetting } from '~/change/personal-setting.server'
import { href } from '~/hrefs'
import { optIn, optOut } from '~/usage/opt-out.server'

export async function loader(args: LoaderFunctionArgs) {
  await readerFor(args)
  return redirect(href('profile', {}))
}

export async function action(args: ActionFunctionArgs) {
  return personalSetting(args, async ({ session }, fields) => {
    const { counted, tenant } = Object.fromEntries(fields)
    if (counted !== 'yes' && counted !== 'no') throw new Response(null, { status: 400 })
    await (counted === 'yes' ? optIn : optOut)(session.person)
    return redirect(href('profile', {}, { tenant }), 303)
  })
}
