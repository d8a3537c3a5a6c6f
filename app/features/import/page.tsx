/** Imports sites with everything in them from one file: plan by row, then the build of what is missing (journey 12). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { type Build, BuildForm, buildFiles, planBuild, readBuild, sendBuild } from './build.server'
import { BuildPlan } from './build-plan'
import { FileForm } from './file-form'
import { Guide } from './guide'

export const handle = { title: (_, t) => t('main:import.title'), menu: 'sites' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteImport', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.write' })
  const customer = await ownCustomer(reader.read, at)
  const t = translator(reader.language)
  return {
    customer: customer.name,
    cancelHref: href('customerSites', at),
    templateHref: href('siteImportTemplate', at),
    fileHref: href('siteImportFile', at),
    crumbs: [
      { name: t('main:view.sites'), href: href('customerSites', at) },
      { name: t('main:import.title'), href: href('siteImport', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteImport', args.params)
  let build: Build | string = ''
  return mutate(args, {
    name: 'site.build',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    options: { files: buildFiles },
    form: BuildForm,
    async plan(context) {
      build = await readBuild(context, at)
      return typeof build === 'string'
        ? { rows: [], errors: { [context.form.rows && !context.form.csv ? 'rows' : 'csv']: [build] } }
        : planBuild(build)
    },
    async work(context) {
      if (typeof build !== 'string') await sendBuild(context, build, at)
      return undefined
    },
  })
}

export default function SiteImportPage() {
  const t = useT()
  const { customer, cancelHref, templateHref, fileHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{customer}</bdi>} name={t('main:import.title')} />
      {reply?.stage === 'plan' ? (
        <BuildPlan reply={reply} fileHref={fileHref} cancelHref={cancelHref} />
      ) : (
        <>
          <FileForm reply={formIn(reply)} cancelHref={cancelHref} />
          <Guide templateHref={templateHref} />
        </>
      )}
    </Stack>
  )
}
