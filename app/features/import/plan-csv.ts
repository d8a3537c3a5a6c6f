/** The file of a plan with the planned result of each row, to be corrected; requested with the plan's form. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import type { ChangeReply } from '~/change/plan'
import { sheetWithResults } from '~/domain/site-sheet'
import { address, href } from '~/hrefs'
import { requestLanguage, translator } from '~/i18n/i18n.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { answerHeadings, importRow, rowAnswers } from './answers'
import { type Build, BuildForm, buildFiles, planBuild, readBuild, sendBuild } from './build.server'
import { sheetFile } from './sheet-file'

/** A GET has no file to return. */
export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteImportFile', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.write' })
  await ownCustomer(reader.read, at)
  return redirect(href('siteImport', at))
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteImportFile', args.params)
  let build: Build | string = ''
  const { data } = await mutate(args, {
    name: 'site.build',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    options: { isAnsweredHere: true, files: buildFiles },
    form: BuildForm,
    async plan(context) {
      build = await readBuild(context, at)
      return typeof build === 'string' ? { rows: [], errors: { csv: [build] } } : planBuild(build)
    },
    async work(context) {
      if (typeof build !== 'string') await sendBuild(context, build, at)
      return undefined
    },
  })
  const t = translator(await requestLanguage(args.request))
  const text = sheetOf(build, data as ChangeReply, t)
  return text === null ? redirect(href('siteImport', at)) : sheetFile(text)
}

function sheetOf(build: Build | string, reply: ChangeReply, t: Parameters<typeof importRow>[0]): string | null {
  if (typeof build === 'string' || reply.stage !== 'plan') return null
  const rows = reply.plan.rows.map((row) => importRow(t, row, []))
  return sheetWithResults(build.sheet, rowAnswers(t, rows), answerHeadings(t))
}
