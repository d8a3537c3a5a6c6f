import { initialsOf } from '~/domain/current-user'

/** A person by initials, with the whole name for screen readers and as tooltip. */
export function PersonInitials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  return (
    <span title={name}>
      <span aria-hidden="true">
        {initialsOf({ firstName: words[0], lastName: words.length > 1 ? words.at(-1) : '' })}
      </span>
      <bdi className="sr-only">{name}</bdi>
    </span>
  )
}
