/** The columns that a file may have, with a template to download. */
import { columnsByKind, type FieldColumn, type PlaceKind, placeColumns, sheetColumns } from '~/domain/site-columns'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'

const kinds = Object.keys(columnsByKind) as PlaceKind[]

export function Guide({ templateHref }: { templateHref: string }) {
  const t = useT()
  const rows = sheetColumns.map((column) => ({ column, of: ofText(t, column) }))
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
function ofText(t: Translate, column: (typeof sheetColumns)[number]): string {
  if ((placeColumns as readonly string[]).includes(column)) return t('main:import.guide.everywhere')
  const ownKinds = kinds.filter((kind) =>
    (columnsByKind[kind] as readonly FieldColumn[]).includes(column as FieldColumn),
  )
  return ownKinds.map((kind) => t(`entity.${kind}`)).join(', ')
}
