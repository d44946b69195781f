import { useNavigate, useParams } from '@tanstack/react-router';
import { ApiUsersPage } from '#features/api-users/ApiUsersPage.tsx';
import { wordsOf } from '#features/roles/permission-words.ts';

export function ApiUsersRoute() {
  return <ApiUsersPage wordsOf={wordsOf} />;
}

export function NewApiUserRoute() {
  const navigate = useNavigate();
  return <ApiUsersPage wordsOf={wordsOf} start="new" onLeave={() => void navigate({ to: '/admin/api/users' })} />;
}

export function ApiUserRoute() {
  const navigate = useNavigate();
  const { id } = useParams({ strict: false }) as { id: string };
  return <ApiUsersPage key={id} wordsOf={wordsOf} start={Number(id)} onLeave={() => void navigate({ to: '/admin/api/users' })} />;
}
