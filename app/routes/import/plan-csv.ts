/** The file of a plan with the planned result of each row, to be corrected; requested with the plan's form. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import type { ChangeReply } from '~/change/plan'
import { answeredSheet } from '~/domain/site-sheet'
import { address, href } from '~/hrefs'
import { languageOf, translator } from '~/i18n/i18n.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { answerHeadings, rowAnswers, shownRow } from './answers'
import { type Build, BuildForm, buildFiles, carryOutBuild, planBuild, readBuild } from './build.server'
import { sheetFile } from './sheet-file'

/** A GET has no file to return. */
export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteImportFile', args.params)
  const page = await reader(args, { capability: 'hierarchy.write' })
  await ownCustomer(page.read, at)
  return redirect(href('siteImport', at))
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteImportFile', args.params)
  let build: Build | string = ''
  const { data } = await mutate(args, {
    name: 'site.build',
    isAnsweredHere: true,
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    files: buildFiles,
    form: BuildForm,
    async plan(desk) {
      build = await readBuild(desk, at)
      return typeof build === 'string' ? { rows: [], errors: { csv: [build] } } : planBuild(build)
    },
    async work(desk) {
      if (typeof build !== 'string') await carryOutBuild(desk, build, at)
      return undefined
    },
  })
  const t = translator(await languageOf(args.request))
  const text = sheetOf(build, data as ChangeReply, t)
  return text === null ? redirect(href('siteImport', at)) : sheetFile(text)
}

function sheetOf(build: Build | string, reply: ChangeReply, t: Parameters<typeof shownRow>[0]): string | null {
  if (typeof build === 'string' || reply.stage !== 'plan') return null
  const rows = reply.plan.rows.map((row) => shownRow(t, row, []))
  return answeredSheet(build.sheet, rowAnswers(t, rows), answerHeadings(t))
}
