/** Why a form was refused, where that concerns none of its fields. */
export function Refused({ problem }: { readonly problem: string | undefined }) {
  return (
    problem !== undefined && (
      <p className="loginRefused" role="alert">
        {problem}
      </p>
    )
  );
}
