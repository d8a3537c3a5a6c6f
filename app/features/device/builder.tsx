/** Creates many controllers of a site from one file, all rows or none (`PUT /devices/assets/builder`, domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { builderFile } from '#contracts/devices'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { FileInput } from '~/change/file-input'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import type { ChangeProblem } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { siteAt } from '~/kit/place/own-place.server'
import { Disclosure } from '~/ui/disclosure'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'

export const handle = { title: (_, t) => t('main:change.device.upload'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('devicesBuilder', args.params)
  const reader = await readerFor(args, { capability: 'device.write' })
  const { node: site, path } = await locateOrRedirect(
    { reader: reader, name: 'devicesBuilder', at, request: args.request },
    reader.read(contract.getSite, { path: { id: at.siteId } }),
  )
  const list = href('siteDevices', at)
  const t = translator(reader.language)
  return {
    site: site.name,
    formKey: newKey(),
    cancelHref: list,
    crumbs: [
      ...crumbsOf(at, path, { name: site.name, href: href('site', at) }),
      { name: t('main:view.devices'), href: list },
      { name: t('main:change.device.upload'), href: href('devicesBuilder', at) },
    ],
    age: reader.age(),
  }
}

const Upload = z.object({ file: z.string({ error: 'errors:upload.required' }) })

export async function action(args: ActionFunctionArgs) {
  const at = address('devicesBuilder', args.params)
  return mutate(args, {
    name: 'device.upload',
    about: { kind: 'site', id: at.siteId, name: at.siteId },
    options: { isDirect: true, files: { file: builderFile } },
    form: Upload,
    async plan({ files, read }) {
      const { id, name, path } = await siteAt(read, at)
      const { file } = files
      const after = { file: file?.name ?? '', size: String(file?.sizeBytes ?? ''), sha256: file?.sha256 ?? '' }
      const fields = Object.entries(after).map(([field, to]) => ({ name: field, from: null, to }))
      return { rows: [{ subject: { kind: 'site', id, name, path }, effect: 'change', fields, before: null, after }] }
    },
    async work({ files, write, setOutcome, changeId }) {
      const { file } = files
      if (!file) throw new Error('the plan of a builder file has no file')
      try {
        const created = await write(contract.buildAssets, { body: { siteId: at.siteId }, file })
        setOutcome(at.siteId, 'done', created.length > 0 ? { created: created.length } : {})
      } catch (error) {
        // The service reports rows of the file; the outcome is recorded for the file as a whole.
        if (error instanceof ServiceError && error.entities.length > 0)
          setOutcome(at.siteId, 'failed', { code: error.code, service: error.service, rows: error.entities.length })
        throw error
      }
      return href('siteDevices', at, { changed: changeId })
    },
  })
}

export default function DevicesBuilderPage() {
  const t = useT()
  const { site, formKey, cancelHref } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const rows = rowsIn(reply?.problem ?? null)
  const form = useChangeForm(reply, { id: 'builder', defaultValue: {} })
  return (
    <Stack>
      <PageHeader kind={<bdi>{site}</bdi>} name={t('main:change.device.upload')} />
      <Section>
        <Stack>
          <p className="max-w-prose">{t('main:device.builder.text')}</p>
          <Columns />
          <RowProblems rows={rows} />
          <EditForm
            form={form}
            reply={reply && rows.length > 0 ? { ...reply, problem: null } : reply}
            formKey={formKey}
            original={null}
            submit={t('main:device.builder.submit')}
            cancelHref={cancelHref}
            fieldLabel={() => t('main:device.builder.file')}
            file={
              <FileInput
                label={t('main:device.builder.file')}
                hint={t('main:device.builder.fileHint')}
                accept=".csv,.json"
                {...form.input('file')}
              />
            }
          />
        </Stack>
      </Section>
    </Stack>
  )
}

const columns = ['name', 'model', 'space', 'hostId', 'description', 'spaceServed', '$…'] as const

/** The columns that the file may have. */
function Columns() {
  const t = useT()
  return (
    <Disclosure title={t('main:device.builder.columns')}>
      <Facts
        facts={columns.map((column) => ({
          term: <code>{column}</code>,
          value: t(`main:device.builder.column.${column === '$…' ? 'properties' : column}`),
        }))}
      />
    </Disclosure>
  )
}

/** The maximum number of rows shown; further errors mostly repeat the first ones. */
const maxRows = 200

type RefusedRow = Extract<ChangeProblem, { kind: 'refused' }>['entities'][number]

/** Returns the rows of the file that the service refused. */
function rowsIn(problem: ChangeProblem | null): readonly RefusedRow[] {
  return problem?.kind === 'refused' ? problem.entities : []
}

/** The refused rows with reasons. */
function RowProblems({ rows }: { rows: readonly RefusedRow[] }) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <Notice tone="danger" title={t('main:device.builder.rows', { count: rows.length })}>
      <ul className="list-disc ps-5">
        {rows.slice(0, maxRows).map(({ id, key, field }) => (
          <li key={id}>
            {t('main:device.builder.row', { row: id })}
            {field && <code> {field}</code>}: {errorText(t, key ?? 'errors:catalogue.4000')}
          </li>
        ))}
      </ul>
      {rows.length > maxRows && <p>{t('main:device.builder.more', { count: rows.length - maxRows })}</p>}
    </Notice>
  )
}
