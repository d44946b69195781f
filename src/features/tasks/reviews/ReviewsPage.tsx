import { Button } from '@mantine/core';
import { IconMessageCheck } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { REVIEW_LISTS, REVIEW_STATES } from '#contract/tasks.ts';
import { NextCase, NextCaseFoot } from '#features/tasks/NextCase.tsx';
import { ListTabs } from '#features/tasks/ListTabs.tsx';
import { TasksTable, type SubjectPicture } from '#features/tasks/TasksTable.tsx';
import { TEXTS } from '#features/tasks/texts.ts';
import { useLetterKey } from '#features/tasks/use-letter-key.ts';
import { nextTask } from '#model/tasks/shown-tasks.ts';
import { StateFilter } from '#ui/lists/Filter.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { narrowedBy } from '#ui/lists/list-texts.ts';
import { MY_REVIEWS, parseReviewAddress, reviewAddressToSearch, type ReviewAddress } from './review-address.ts';
import { NO_REVIEWS, REVIEW_TEXTS } from './review-texts.ts';
import { useReviewCounts, useReviews } from './use-reviews.ts';

/** ROUTE-026: reviews for this user, for the role of this user, asked for by this user, or all of the team for its administrators. */
export function ReviewsPage({ picture }: { picture: SubjectPicture }) {
  const address = parseReviewAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { list, state, page } = address;
  const reviews = useReviews(address);
  const counts = useReviewCounts().data;
  const show = (next: ReviewAddress) => void navigate({ to: '/reviews', search: reviewAddressToSearch(next) });
  const isOwn = list === 'mine' || list === 'roles';
  const next = reviews.isPlaceholderData || !isOwn || state === 'closed' ? null : nextTask(reviews.data?.data ?? []);
  const nextCase = useRef<HTMLAnchorElement>(null);
  useLetterKey('n', next === null ? null : () => nextCase.current?.click());
  const isNarrowed = state !== 'open' || page > 1;

  return (
    <ListPage
      title={REVIEW_TEXTS.reviews}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/reviews/campaigns" {...props} />}>
            {REVIEW_TEXTS.campaigns}
          </Button>
          {next !== null && <NextCase next={next} ref={nextCase} />}
        </>
      }
      list={reviews}
      texts={{ ...TEXTS, failed: withStatus(REVIEW_TEXTS.failed, reviews.error) }}
      above={
        <ListTabs
          label={REVIEW_TEXTS.reviews}
          to="/reviews"
          current={list}
          tabs={REVIEW_LISTS.filter((one) => one !== 'all' || counts?.all != null).map((one) => ({
            list: one,
            name: REVIEW_TEXTS.lists[one],
            count: counts?.[one] ?? undefined,
            search: reviewAddressToSearch({ ...address, list: one, page: 1 }),
          }))}
        />
      }
      filters={
        <StateFilter
          label={REVIEW_TEXTS.state}
          icon={IconMessageCheck}
          states={REVIEW_STATES.map((value) => ({ value, label: REVIEW_TEXTS.states[value] }))}
          chosen={state}
          onChoose={(chosen) => show({ ...address, state: chosen ?? 'open', page: 1 })}
        />
      }
      onPage={(shown) => show({ ...address, page: shown })}
      empty={{
        icon: IconMessageCheck,
        ...NO_REVIEWS[list],
        action: (
          <Button variant="default" renderRoot={(props) => <Link to="/my-work" {...props} />}>
            {REVIEW_TEXTS.openMyWork}
          </Button>
        ),
      }}
      narrowed={
        isNarrowed
          ? {
              title: REVIEW_TEXTS.nothingFound,
              by: narrowedBy({ page }, state === 'open' ? [] : [REVIEW_TEXTS.states[state]]),
              onClear: () => show({ ...MY_REVIEWS, list }),
            }
          : null
      }
      after={next !== null && <NextCaseFoot next={next} />}
    >
      {(rows) => (
        <TasksTable
          of="reviews"
          label={REVIEW_TEXTS.reviews}
          tasks={rows}
          list={list}
          next={next}
          today={reviews.today}
          groups={state === 'closed' ? null : (reviews.data?.groups ?? { overdue: 0, today: 0, later: 0 })}
          picture={picture}
        />
      )}
    </ListPage>
  );
}
