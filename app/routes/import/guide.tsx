/** The columns that a file may have, with a template to download. */
import { columns, type FieldColumn, fieldsOf, type PlaceKind, placeColumns } from '~/domain/site-columns'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'

const kinds = Object.keys(fieldsOf) as PlaceKind[]

export function Guide({ templateHref }: { templateHref: string }) {
  const t = useT()
  const rows = columns.map((column) => ({ column, of: ofText(t, column) }))
  return (
    <Section
      title={t('main:import.guide.title')}
      aside={
        <ButtonLink href={templateHref} download>
          {t('main:import.guide.template')}
        </ButtonLink>
      }
    >
      <div className="flex max-w-prose flex-col gap-2">
        <p>{t('main:import.guide.text')}</p>
        <p>{t('main:import.guide.nested', { example: t('main:import.example.space') })}</p>
        <p>{t('main:import.guide.languages')}</p>
      </div>
      <Disclosure title={t('main:import.guide.columns')} className="mt-3">
        <Table
          caption={t('main:import.guide.columns')}
          rows={rows}
          rowKey={({ column }) => column}
          columns={[
            {
              key: 'heading',
              title: t('main:import.guide.heading'),
              isRowHeader: true,
              cell: ({ column }) => t(`main:import.column.${column}`),
            },
            { key: 'of', title: t('main:import.guide.of'), cell: ({ of }) => of },
          ]}
        />
      </Disclosure>
    </Section>
  )
}

/** Returns the kinds of things that a column applies to. */
function ofText(t: Translate, column: (typeof columns)[number]): string {
  if ((placeColumns as readonly string[]).includes(column)) return t('main:import.guide.everywhere')
  const told = kinds.filter((kind) => (fieldsOf[kind] as readonly FieldColumn[]).includes(column as FieldColumn))
  return told.map((kind) => t(`entity.${kind}`)).join(', ')
}
