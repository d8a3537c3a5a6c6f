/** The form that selects package versions for the selected controllers. */
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import type { FormReply } from '~/change/plan'
import { metaFields } from '~/change/plan'
import { maxFirst } from '~/domain/deployment-canary'
import { useT } from '~/i18n/use-t'
import { Checkbox, Fieldset } from '~/ui/choice-field'
import { ErrorSummary } from '~/ui/error-summary'
import { Select, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Form, type HiddenValues, SubmitRow } from '~/ui/form'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { type PackageOffer, type Wish, writeWish } from './wishes'

export interface PackagesFormData {
  /** The selection of controllers as hidden fields. */
  hidden: HiddenValues
  offers: readonly PackageOffer[]
  /** The number of controllers with outdated packages. */
  outdated: number
  wishes: string[]
  update: boolean
  /** The hours at which it can start, besides at once. */
  starts: readonly string[]
}

/** Shows the submitted values, otherwise the presets of the URL. */
export function PackagesForm({
  data,
  reply,
  cancelHref,
}: {
  data: PackagesFormData
  reply: FormReply | undefined
  cancelHref: string
}) {
  const t = useT()
  const { hidden, offers, outdated, wishes, update, starts } = data
  const change = useChangeForm(reply, { id: 'packages', defaultValue: { wish: wishes, update, mostFailed: '0' } })
  const selected = change.valuesOf('wish')
  return (
    <>
      <ErrorSummary problems={change.problems} />
      <FormNotices reply={reply} />
      <Section>
        <Form {...change.form} hidden={{ ...hidden, [metaFields.key]: reply?.key, [metaFields.reason]: reply?.reason }}>
          <Checkbox
            {...change.box('update')}
            label={t('main:deployment.new.update')}
            hint={t('main:deployment.new.updateHint', { count: outdated })}
          />
          <Fieldset
            name="wish"
            legend={t('main:deployment.new.packages')}
            hint={t('main:deployment.new.packagesHint')}
            error={change.errorOf('wish')}
          >
            <Packages offers={offers} wishes={selected} />
          </Fieldset>
          <Checkbox
            {...change.box('allowDowngrade')}
            label={t('main:deployment.new.allowDowngrade')}
            hint={t('main:deployment.new.allowDowngradeHint')}
          />
          <CanaryFields change={change} />
          <StartField change={change} starts={starts} />
          <SubmitRow
            label={t('main:deployment.new.review')}
            name={metaFields.stage}
            value="plan"
            cancelHref={cancelHref}
          />
        </Form>
      </Section>
    </>
  )
}

/** How many controllers are deployed to first, and how many of them may fail without stopping the others. */
function CanaryFields({ change }: { change: ReturnType<typeof useChangeForm> }) {
  const t = useT()
  const units = ['count', 'percent'] as const
  return (
    <Fieldset legend={t('main:deployment.new.canary')}>
      <div className="grid items-end gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        <TextInput
          {...change.input('first')}
          label={t('main:deployment.new.first')}
          hint={t('main:deployment.new.firstHint', { most: maxFirst })}
          inputMode="numeric"
          isOptional
        />
        <TextInput
          {...change.input('mostFailed')}
          label={t('main:deployment.new.mostFailed')}
          inputMode="numeric"
          isOptional
        />
        <Select
          {...change.input('mostFailedUnit')}
          label={t('main:deployment.new.mostFailedUnit')}
          options={units.map((unit) => ({ value: unit, label: t(`main:deployment.new.unit.${unit}`) }))}
        />
      </div>
    </Fieldset>
  )
}

/** At once, or an hour of the next day; a selected hour stays in the list even when it is too soon now. */
function StartField({ change, starts }: { change: ReturnType<typeof useChangeForm>; starts: readonly string[] }) {
  const t = useT()
  const format = useFormat()
  const selected = change.valuesOf('scheduledAt').filter(Boolean)
  const moments = [...new Set([...selected, ...starts])].sort()
  return (
    <Select
      {...change.input('scheduledAt')}
      label={t('main:deployment.new.start')}
      hint={t('main:deployment.new.startHint')}
      options={[
        { value: '', label: t('main:deployment.new.atOnce') },
        ...moments.map((at) => ({ value: at, label: `${format.date(at)} ${format.time(at)}` })),
      ]}
    />
  )
}

/** One row per package: the installed versions and the wish. */
function Packages({ offers, wishes }: { offers: readonly PackageOffer[]; wishes: readonly string[] }) {
  const t = useT()
  const format = useFormat()
  const now = ({ installed }: PackageOffer) =>
    installed.length > 0
      ? format.list(installed.map(({ version, count }) => t('main:deployment.new.installedOn', { version, count })))
      : t('main:deployment.new.notInstalled')
  return (
    <Table
      caption={t('main:deployment.new.packages')}
      rows={offers.map((offer, at) => ({ ...offer, field: `wish[${at}]` }))}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'package',
          title: t('entity.package'),
          isRowHeader: true,
          cell: ({ field, displayName, isMandatory }) => (
            <label htmlFor={fieldId(field)} className="wrap-anywhere">
              {displayName}
              {isMandatory && <span className="font-normal text-soft"> ({t('main:deployment.new.mandatory')})</span>}
            </label>
          ),
        },
        {
          key: 'now',
          title: t('difference.before'),
          cell: (offer) => <span className="text-soft">{now(offer)}</span>,
        },
        {
          key: 'after',
          title: t('difference.after'),
          cell: (offer) => <WishSelect offer={offer} name={offer.field} wishes={wishes} />,
        },
      ]}
    />
  )
}

/** The wish for one package: unchanged, a version, or uninstall. */
function WishSelect({ offer, name, wishes }: { offer: PackageOffer; name: string; wishes: readonly string[] }) {
  const t = useT()
  const [newest] = offer.versions
  const option = (wish: Wish, label: string) => ({ value: writeWish(wish), label })
  const options = [
    { value: '', label: t('main:deployment.new.leave') },
    ...(newest
      ? [option({ kind: 'newest', name: offer.name }, t('main:deployment.new.newest', { version: newest }))]
      : []),
    ...offer.versions.map((version) => option({ kind: 'install', name: offer.name, version }, version)),
    ...(offer.installed.length > 0 && !offer.isMandatory
      ? [option({ kind: 'uninstall', name: offer.name }, t('main:deployment.new.uninstall'))]
      : []),
  ]
  return (
    <select
      id={fieldId(name)}
      name={name}
      className="control"
      defaultValue={options.find(({ value }) => value !== '' && wishes.includes(value))?.value ?? ''}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
