/** Adds a holiday to every schedule of a place, or to the selected ones, or removes it (journey 7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { formIn, useReply } from '~/change/use-reply'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { translator } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { Select, TextInput } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import { dayTemplates } from './day-templates'
import { HolidayForm, nextExceptionDay } from './holiday-form.server'
import { type HolidayPlan, planHoliday } from './holiday-plan.server'
import { saveHoliday } from './holiday-save.server'
import { periodFieldNames } from './period-form'
import { PeriodInputs } from './period-inputs'
import { dayHref, exceptionsHref } from './place'
import { scheduleBudgetMs } from './schedules.server'
import { weekdayName } from './words'

export const handle = {
  title: (data, t) => t(data.isRemoval ? 'main:schedule.holiday.titleRemove' : 'main:schedule.holiday.title'),
  menu: 'schedules',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'schedules')
  const reader = await readerFor(args, { capability: 'schedule.write', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { at, level, request, list } = mount
  const [place, groups] = await Promise.all([
    loadMountedPlace(reader, mount),
    level === 'customer'
      ? reader.panel(site.listSiteGroups, { path: { id: at.customerId }, query: { withoutCounts: true } })
      : null,
  ])
  const search = new URL(request.url).searchParams
  const param = (name: string) => search.get(name) ?? ''
  const t = translator(reader.language)
  const isRemoval = param('how') === 'remove'
  return {
    name: place.name,
    isRemoval,
    selected: search.getAll('schedule').filter(Boolean),
    change: param('change'),
    filled: Object.fromEntries(
      ['name', 'priority', 'like', 'groupId', 'intervals', ...periodFieldNames].flatMap((name) =>
        param(name) ? [[name, param(name)]] : [],
      ),
    ) as Record<string, string>,
    groups: groups?.ok ? groups.value.map(({ id, name }) => ({ value: id, label: name })) : [],
    listHref: list({}),
    crumbs: [...place.crumbs, { name: t('main:schedule.holiday.crumb'), href: exceptionsHref(mount) ?? list({}) }],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const mount = mountOf(args, 'schedules')
  const { at, level } = mount
  const [kind, id] =
    level === 'site'
      ? (['site', at.siteId] as const)
      : level === 'group'
        ? (['group', at.groupId] as const)
        : (['customer', at.customerId] as const)
  let documents: HolidayPlan['documents'] = []
  return mutate(args, {
    name: 'schedule.exception',
    about: { kind, id: id ?? at.customerId, name: id ?? at.customerId },
    form: HolidayForm,
    async plan(context) {
      const result = await planHoliday(context, at)
      documents = result.documents
      return result.plan
    },
    async work(context) {
      await saveHoliday(context, documents)
      const { groupId } = context.form
      const target = groupId && level === 'customer' ? { at: { ...at, groupId }, level: 'group' as const } : mount
      const date = nextExceptionDay(context.form)
      return dayHref(target, { ...(date ? { date } : {}), changed: context.changeId }) ?? undefined
    },
  })
}

export default function ExceptionsPage() {
  const t = useT()
  const { name, isRemoval, listHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{name}</bdi>}
        name={t(isRemoval ? 'main:schedule.holiday.titleRemove' : 'main:schedule.holiday.title')}
      />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:schedule.holiday.caption'),
            subjectTitle: t('main:schedule.one'),
            fieldTitle: t('main:schedule.exception'),
            apply: (count) => t('main:schedule.holiday.apply', { count }),
          }}
          cancelHref={listHref}
        />
      ) : (
        <HolidayInputs />
      )}
    </Stack>
  )
}

function HolidayInputs() {
  const t = useT()
  const language = useLanguage()
  const { isRemoval, selected, change, filled, groups, listHref } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, {
    id: 'holiday',
    defaultValue: { type: 'date', priority: '10', like: 'closed', ...filled },
  })
  const period = Object.fromEntries(periodFieldNames.map((name) => [name, form.input(name).defaultValue]))
  const ids = reply ? form.valuesOf('schedule') : selected
  const hidden = {
    ...form.form.hidden,
    schedule: ids,
    change: change || undefined,
    how: isRemoval ? 'remove' : 'add',
    priority: isRemoval ? form.input('priority').defaultValue : undefined,
    intervals: form.input('intervals').defaultValue || undefined,
  }
  return (
    <>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Section>
        <Form {...form.form} hidden={hidden}>
          <Notice tone="info" quiet>
            {change
              ? t('main:schedule.holiday.forChange')
              : ids.length > 0
                ? t('main:schedule.holiday.forChosen', { count: ids.length })
                : t('main:schedule.holiday.forAll')}
          </Notice>
          {groups.length > 0 && ids.length === 0 && !change && (
            <Select
              {...form.input('groupId')}
              label={t('entity.group')}
              options={[{ value: '', label: t('main:schedule.holiday.allGroups') }, ...groups]}
            />
          )}
          <TextInput
            {...form.input('name')}
            label={t('field.name')}
            hint={t('main:schedule.holiday.nameHint')}
            maxLength={64}
          />
          <PeriodInputs values={period as Record<string, string>} errorOf={(name) => form.errorOf(name)} />
          {!isRemoval && (
            <>
              <Select
                {...form.input('like')}
                label={t('main:schedule.does')}
                options={dayTemplates.map((value) => ({
                  value,
                  label:
                    value === 'closed'
                      ? t('main:schedule.wholeDay')
                      : t('main:schedule.holiday.likeDay', { day: weekdayName(language, Number(value) - 1) }),
                }))}
              />
              <TextInput
                {...form.input('priority')}
                label={t('main:schedule.strength')}
                hint={t('main:schedule.holiday.strengthHint')}
                inputMode="numeric"
                className="w-20"
                maxLength={2}
              />
            </>
          )}
          <SubmitRow label={t('action.review')} cancelHref={listHref} />
        </Form>
      </Section>
    </>
  )
}
