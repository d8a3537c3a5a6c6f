/** Uploads a graphics file to the selected controllers; it is built for each before it can be sent (domain §5.9). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { FileInput } from '~/change/file-input'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { thingsText } from '~/change/plan-sentence'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { graphicsUpload, uploadRow } from '~/features/graphics/shared/upload.server'
import { keyText } from '~/i18n/error-text'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Table } from '~/ui/table'
import { loadSelectedControllers } from './selected-controllers.server'
import { boardHref, settingsHref } from './shared/place'
import { loadConfigurationPlace, parseConfigurationPlace } from './shared/place.server'

export const handle = { title: (_, t) => t('main:change.graphics.upload'), menu: 'configuration' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = parseConfigurationPlace(args)
  const reader = await readerFor(args, { capability: 'config.write' })
  const [place, selection] = await Promise.all([
    loadConfigurationPlace(reader, { at, page: 'settings', request: args.request }),
    loadSelectedControllers(reader, at, { request: args.request, change: 'graphics.upload' }),
  ])
  const rows = selection.found.map((one) => {
    const { subject, effect, because, fields } = uploadRow(one, null)
    return {
      id: subject.id,
      name: subject.name,
      subject,
      isTaken: effect === 'change',
      because,
      file: fields[0]?.from ?? null,
    }
  })
  const own = {
    name: translator(reader.language)('main:graphics.crumb'),
    href: settingsHref(at, selection.named),
  }
  return {
    at,
    placeName: place.name,
    rows,
    tooMany: selection.tooMany,
    narrowHref: selection.narrowHref,
    formKey: newKey(),
    crumbs: [...place.crumbs, own],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  return mutate(args, graphicsUpload(parseConfigurationPlace(args)))
}

export default function GraphicsFile() {
  const t = useT()
  const { at, placeName, rows, tooMany, narrowHref, formKey } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'graphics', defaultValue: {} })
  const cancelHref = boardHref(at)
  return (
    <>
      <PageHeader kind={<bdi>{placeName}</bdi>} name={t('main:change.graphics.upload')} />
      {tooMany ? (
        <TooManyNotice tooMany={tooMany} listHref={narrowHref} />
      ) : rows.length === 0 ? (
        <Section>
          <EmptyState
            title={t('main:configuration.settings.nothing')}
            offers={[{ label: t('main:configuration.settings.choose'), href: cancelHref }]}
          >
            {t('main:graphics.choose')}
          </EmptyState>
        </Section>
      ) : (
        <Stack>
          <Section>
            <EditForm
              form={form}
              reply={reply}
              formKey={formKey}
              original={null}
              submit={t('main:graphics.apply', {
                things: thingsText(
                  t,
                  rows.filter(({ isTaken }) => isTaken),
                ),
              })}
              cancelHref={cancelHref}
              fieldLabel={() => t('main:graphics.file')}
              hidden={{ device: rows.flatMap(({ id, isTaken }) => (isTaken ? id : [])) }}
              file={
                <FileInput
                  label={t('main:graphics.file')}
                  hint={t('main:graphics.fileHint')}
                  accept=".gfx,.zip"
                  {...form.input('file')}
                />
              }
            >
              <p className="max-w-prose">{t('main:graphics.text')}</p>
            </EditForm>
          </Section>
          <ControllerFiles rows={rows} />
        </Stack>
      )}
    </>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

/** The current file of each controller, and which controllers cannot accept a new one now. */
function ControllerFiles({ rows }: { rows: readonly Row[] }) {
  const t = useT()
  return (
    <Section title={t('main:configuration.controllers')} flush>
      <Table
        caption={t('main:configuration.controllers')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', title: t('entity.device'), isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            key: 'file',
            title: t('main:graphics.present'),
            cell: ({ file, isTaken, because }) =>
              isTaken ? (
                <bdi>{file ?? <span className="text-faint">{t('main:graphics.noFile')}</span>}</bdi>
              ) : (
                <>
                  <Badge tone="warn">{t('difference.skipped')}</Badge> {because && keyText(t, because)}
                </>
              ),
          },
        ]}
      />
    </Section>
  )
}
