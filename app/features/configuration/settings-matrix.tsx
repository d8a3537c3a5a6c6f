/** A table for groups with the same settings: a row per setting, a column per group. */
import type { SerializeFrom } from '@remix-run/node'
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import type { CurrentGroup } from './current-settings'
import type { KindView } from './shared/kind'

interface Row {
  label: string
  /** In words, by group; unsupported settings are left out. */
  texts: Readonly<Record<string, string | null>>
}

export function SettingsMatrix({
  view,
  groups,
  title,
}: {
  view: KindView
  groups: readonly SerializeFrom<CurrentGroup>[]
  title: string
}) {
  const t = useT()
  const rows = new Map<string, Row>()
  for (const { name, settings } of groups) {
    const fields = view.groups.find((group) => group.name === name)?.fields ?? []
    for (const { path, text } of settings) {
      const label = fields.find((field) => field.path === path)?.label(t) ?? path
      rows.set(label, { label, texts: { ...rows.get(label)?.texts, [name]: text } })
    }
  }
  return (
    <Section title={title} flush>
      <Table
        caption={title}
        rows={[...rows.values()]}
        rowKey={(row) => row.label}
        columns={[
          { key: 'label', title: t('difference.field'), isRowHeader: true, cell: (row) => row.label },
          ...groups.map(({ name }) => ({
            key: name,
            title: view.groups.find((group) => group.name === name)?.title(t) ?? name,
            cell: ({ texts }: Row) =>
              name in texts ? (texts[name] ?? <span className="text-faint">{t('word.notSet')}</span>) : '–',
          })),
        ]}
      />
    </Section>
  )
}
