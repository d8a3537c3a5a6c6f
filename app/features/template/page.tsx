/** A configuration template: settings, applications, and backups (domain §8.2). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { settingValueAt, settingValueText } from '~/features/configuration/shared/kind'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { A } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { templateApplications } from './applications.server'
import { sectionForForm } from './sections.server'
import { modelOf, sectionsOf } from './shared/row'
import { sectionSettings, sections } from './template-settings'
import { type TemplateEntity, templateThing } from './thing.server'

export const handle = { title: (data) => data.template.name, menu: 'configuration' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('template', args.params)
  const reader = await readerFor(args, { capability: 'template.read' })
  const { may } = reader
  if (!reader.features.configurationTemplates) throw new Response(null, { status: 404 })
  const [{ now, crumbs }, { controllers }] = await Promise.all([
    templateThing.loadPage(reader, { at, page: 'template', request: args.request }),
    reader.catalogues(),
  ])
  const t = translator(reader.language)
  const list = { name: t('main:view.templates'), href: href('siteTemplates', at) }
  return {
    at,
    template: {
      name: now.name,
      description: now.description,
      model: modelOf(now, controllers),
      createdBy: now.createdBy ?? null,
      createdAt: now.createdAt ?? null,
      updatedAt: now.updatedAt ?? null,
      hasUsers: Boolean(now.sections.users),
      isEmpty: sectionsOf(now).length === 0,
    },
    groups: settingsBySection(t, now),
    backups: now.backups.map(({ id, name, deviceId, creationTime, state }) => ({
      id,
      name,
      state,
      at: creationTime,
      href: href('deviceById', { tenantId: at.tenantId, deviceId }),
    })),
    applied: await templateApplications(reader, at, now),
    links: {
      apply: may('config.write') ? href('templateApplying', at) : null,
      edit: may('template.write') ? href('templateSettings', at) : null,
      deletion: may('template.write') ? href('templateDeletion', at) : null,
      history: may('trail.read') ? href('trail', at, { kind: 'template', id: at.templateId }) : null,
    },
    crumbs: [...crumbs, list, { name: now.name, href: href('template', at) }],
    age: reader.age(),
  }
}

/** Returns the settings by section; unset ones are omitted. */
function settingsBySection(t: Translate, { sections: all }: TemplateEntity) {
  return sections.flatMap((section) => {
    const sectionValue = sectionForForm(all, section)
    if (!sectionValue) return []
    const settings = sectionSettings(section).flatMap(({ field }) => {
      const text = settingValueText(t, field, settingValueAt(sectionValue, field.path))
      return text === null ? [] : [{ label: field.fullLabel(t), text }]
    })
    return [{ section, settings }]
  })
}

export default function TemplatePage() {
  const t = useT()
  const { at, template, groups, backups, applied, links } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <Head
        name={template.name}
        facts={[
          t('entity.template'),
          template.model || t('main:template.anyModel'),
          template.description && <bdi>{template.description}</bdi>,
        ]}
        primary={!template.isEmpty && actionLink(t('main:template.apply.short'), links.apply)}
        others={[actionLink(t('action.edit'), links.edit)]}
        more={[actionLink(t('main:trail.history'), links.history)]}
        danger={[actionLink(t('main:site.deletion.short'), links.deletion)]}
      />
      <ChangedNotice tenantId={at.tenantId} name={template.name} />
      <Columns>
        <Stack>
          {template.isEmpty && (
            <Section>
              <EmptyState
                title={t('main:template.holdsNothing')}
                offers={[{ label: t('action.edit'), href: links.edit }]}
              >
                {t('main:template.onlyFilled')}
              </EmptyState>
            </Section>
          )}
          {groups.map(({ section, settings }) => (
            <Section key={section} title={t(`main:template.section.${section}`)}>
              <Facts facts={settings.map(({ label, text }) => ({ term: label, value: <SettingText text={text} /> }))} />
            </Section>
          ))}
          {template.hasUsers && (
            <Section title={t('main:template.section.users')}>
              <p>{t('main:template.usersHint')}</p>
            </Section>
          )}
        </Stack>
        <Section title={t('main:template.about')}>
          <Facts
            facts={[
              { term: t('main:template.by'), value: template.createdBy && <bdi>{template.createdBy}</bdi> },
              { term: t('main:template.created'), value: template.createdAt && <Time at={template.createdAt} /> },
              { term: t('main:template.updated'), value: template.updatedAt && <Time at={template.updatedAt} /> },
            ]}
          />
        </Section>
      </Columns>
      <Section title={t('main:template.appliedTo')} flush>
        <Table
          caption={t('main:template.appliedTo')}
          rows={applied}
          rowKey={({ deviceId }) => deviceId}
          empty={<EmptyState title={t('main:template.notApplied')}>{t('main:template.notAppliedText')}</EmptyState>}
          columns={[
            {
              key: 'device',
              title: t('entity.device'),
              isRowHeader: true,
              cell: (row) => (
                <A href={row.href}>
                  <bdi>{row.name}</bdi>
                </A>
              ),
            },
            { key: 'at', title: t('field.time'), width: 'when', cell: (row) => <Time at={row.at} /> },
            { key: 'by', title: t('main:template.by'), cell: (row) => <bdi>{row.by}</bdi> },
            {
              key: 'result',
              title: t('field.state'),
              cell: (row) => {
                const resultText = isResult(row.result) ? t(`main:template.result.${row.result}`) : row.result
                return row.changeHref ? <A href={row.changeHref}>{resultText}</A> : resultText
              },
            },
          ]}
        />
      </Section>
      <Section title={t('main:template.backups')} flush>
        <Table
          caption={t('main:template.backups')}
          rows={backups}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('main:backup.none')}>{t('main:backup.noneWithTemplate')}</EmptyState>}
          columns={[
            {
              key: 'name',
              title: t('field.name'),
              isRowHeader: true,
              cell: (row) => (
                <A href={row.href}>
                  <bdi>{row.name}</bdi>
                </A>
              ),
            },
            { key: 'at', title: t('field.time'), width: 'when', cell: (row) => <Time at={row.at} /> },
            { key: 'state', title: t('field.state'), cell: (row) => t(`main:backup.state.${row.state}`) },
          ]}
        />
      </Section>
    </Stack>
  )
}

const results = ['succeed', 'restored', 'done', 'failed', 'unknown', 'refused'] as const
const isResult = (result: string): result is (typeof results)[number] => results.some((one) => one === result)

/** Shows a multi-line setting on one line. */
const SettingText = ({ text }: { text: string }) => <bdi className="break-words">{text}</bdi>
