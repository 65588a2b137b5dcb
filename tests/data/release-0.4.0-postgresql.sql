-- The schema that release 0.4.0 made on PostgreSQL, and its list of migrations; without other rows.
CREATE FUNCTION public.agreed_rules_stay_now() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF OLD.frozen_at IS NOT NULL AND (OLD.house_rules IS DISTINCT FROM NEW.house_rules OR OLD.parameters IS DISTINCT FROM NEW.parameters OR OLD.former_options IS DISTINCT FROM NEW.former_options) THEN RAISE EXCEPTION 'rules that have been played with do not change'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.audit_entries_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN
IF TG_OP = 'UPDATE' THEN
    IF OLD.form = 1 AND NEW.redacted_by IS NOT NULL AND (OLD.redacted_by IS DISTINCT FROM NEW.redacted_by) AND NOT (OLD.id IS DISTINCT FROM NEW.id OR OLD.tournament_id IS DISTINCT FROM NEW.tournament_id OR OLD.sequence IS DISTINCT FROM NEW.sequence OR OLD.at IS DISTINCT FROM NEW.at OR OLD.actor_id IS DISTINCT FROM NEW.actor_id OR OLD.action IS DISTINCT FROM NEW.action OR OLD.object_type IS DISTINCT FROM NEW.object_type OR OLD.object_id IS DISTINCT FROM NEW.object_id OR OLD.origin IS DISTINCT FROM NEW.origin OR OLD.elsewhere IS DISTINCT FROM NEW.elsewhere OR OLD.previous_digest IS DISTINCT FROM NEW.previous_digest OR OLD.digest IS DISTINCT FROM NEW.digest OR OLD.form IS DISTINCT FROM NEW.form) AND (OLD.actor_name IS NOT DISTINCT FROM NEW.actor_name OR NEW.actor_name IS NOT DISTINCT FROM '') AND (OLD.object_name IS NOT DISTINCT FROM NEW.object_name OR NEW.object_name IS NOT DISTINCT FROM '') AND (OLD.reason IS NOT DISTINCT FROM NEW.reason OR NEW.reason IS NOT DISTINCT FROM '') AND (OLD.user_agent IS NOT DISTINCT FROM NEW.user_agent OR NEW.user_agent IS NOT DISTINCT FROM '') AND (OLD.ip_address IS NOT DISTINCT FROM NEW.ip_address OR NEW.ip_address IS NOT DISTINCT FROM NULL) AND EXISTS (SELECT 1 FROM tournaments_auditentry e WHERE e.tournament_id IS NOT DISTINCT FROM OLD.tournament_id AND e.sequence = NEW.redacted_by AND e.action IN ('log.erase', 'site.erase') AND e.after -> 'emptied' @> to_jsonb(OLD.sequence)) THEN RETURN NEW; END IF;
ELSIF OLD.tournament_id IS NOT NULL AND (
    EXISTS (SELECT 1 FROM tournaments_tournament t WHERE t.id = OLD.tournament_id AND t.rehearsal)
    OR EXISTS (
        SELECT 1 FROM tournaments_auditentry s
        WHERE s.tournament_id IS NULL AND s.action = 'events.remove' AND s.object_type = 'tournament'
        AND s.object_id = OLD.tournament_id::text
    )
) THEN RETURN OLD; END IF;
RAISE EXCEPTION 'audit entries are append-only';
END $$;
CREATE FUNCTION public.board_play_late_now() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id WHERE b.id = NEW.board_id AND s.seed <> '' AND s.seed_at < NEW.entered_at) THEN RAISE EXCEPTION 'the seed is open, nothing is played any more'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.board_play_over_now() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF (OLD.version IS DISTINCT FROM NEW.version OR OLD.entered_at IS DISTINCT FROM NEW.entered_at OR OLD.board_id IS DISTINCT FROM NEW.board_id) AND EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id WHERE b.id = OLD.board_id AND s.seed <> '') THEN RAISE EXCEPTION 'the seed is open, nothing is played any more'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.board_set_stays_now() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF OLD.tournament_id IS DISTINCT FROM NEW.tournament_id OR OLD.event IS DISTINCT FROM NEW.event OR OLD.ruleset_id IS DISTINCT FROM NEW.ruleset_id OR OLD.model IS DISTINCT FROM NEW.model OR OLD.flowers IS DISTINCT FROM NEW.flowers OR OLD.sessions IS DISTINCT FROM NEW.sessions OR OLD.boards IS DISTINCT FROM NEW.boards OR OLD.sealed_seed IS DISTINCT FROM NEW.sealed_seed OR OLD.commitment IS DISTINCT FROM NEW.commitment OR OLD.promise IS DISTINCT FROM NEW.promise OR OLD.value_kind IS DISTINCT FROM NEW.value_kind OR OLD.value_source IS DISTINCT FROM NEW.value_source OR OLD.value_which IS DISTINCT FROM NEW.value_which OR OLD.value_name IS DISTINCT FROM NEW.value_name OR OLD.value_known_at IS DISTINCT FROM NEW.value_known_at OR OLD.committed_at IS DISTINCT FROM NEW.committed_at OR OLD.entries_close_at IS DISTINCT FROM NEW.entries_close_at OR (OLD.seed <> '' AND OLD.seed IS DISTINCT FROM NEW.seed) OR (OLD.public_value <> '' AND OLD.made_at IS NOT NULL AND OLD.public_value IS DISTINCT FROM NEW.public_value) THEN RAISE EXCEPTION 'what was committed to does not change'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.board_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'a deal does not change'; END $$;
CREATE FUNCTION public.personal_values_stay_now() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF OLD.entry_id IS DISTINCT FROM NEW.entry_id OR OLD.key IS DISTINCT FROM NEW.key OR OLD.place IS DISTINCT FROM NEW.place OR OLD.salt IS DISTINCT FROM NEW.salt OR OLD.value IS DISTINCT FROM NEW.value THEN RAISE EXCEPTION 'a personal value is erased, not changed'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.play_seat_over_now() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF (OLD.points IS DISTINCT FROM NEW.points OR OLD.penalty IS DISTINCT FROM NEW.penalty OR OLD.entry_id IS DISTINCT FROM NEW.entry_id) AND EXISTS (SELECT 1 FROM tournaments_board b JOIN tournaments_boardset s ON s.id = b.board_set_id WHERE b.id = OLD.board_id AND s.seed <> '') THEN RAISE EXCEPTION 'the seed is open, nothing is played any more'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.rehearsal_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'a rehearsal stays one, and no event becomes one'; END $$;
CREATE FUNCTION public.seed_commitment_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF OLD.tournament_id IS DISTINCT FROM NEW.tournament_id OR OLD.sealed_seed IS DISTINCT FROM NEW.sealed_seed OR OLD.commitment IS DISTINCT FROM NEW.commitment OR OLD.promise IS DISTINCT FROM NEW.promise OR OLD.way IS DISTINCT FROM NEW.way OR OLD.inputs_close_at IS DISTINCT FROM NEW.inputs_close_at OR OLD.value_kind IS DISTINCT FROM NEW.value_kind OR OLD.value_source IS DISTINCT FROM NEW.value_source OR OLD.value_which IS DISTINCT FROM NEW.value_which OR OLD.value_known_at IS DISTINCT FROM NEW.value_known_at OR OLD.created_at IS DISTINCT FROM NEW.created_at OR (OLD.public_value IS DISTINCT FROM NEW.public_value AND OLD.public_value <> '' AND EXISTS (SELECT 1 FROM tournaments_seatingdraw d WHERE d.under_id = OLD.id)) THEN RAISE EXCEPTION 'what was promised of a draw does not change'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.seed_shares_stay_now() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF OLD.seed <> '' AND (OLD.seed_shares IS DISTINCT FROM NEW.seed_shares) THEN RAISE EXCEPTION 'what was committed to does not change'; END IF; RETURN NEW; END $$;
CREATE TABLE public.auth_group (
    id integer NOT NULL,
    name character varying(150) NOT NULL
);
ALTER TABLE public.auth_group ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_group_permissions (
    id bigint NOT NULL,
    group_id integer NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.auth_group_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_group_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.auth_permission (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    content_type_id integer NOT NULL,
    codename character varying(100) NOT NULL
);
ALTER TABLE public.auth_permission ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auth_permission_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.axes_accessattempt (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    get_data text NOT NULL,
    post_data text NOT NULL,
    failures_since_start integer NOT NULL,
    CONSTRAINT axes_accessattempt_failures_since_start_check CHECK ((failures_since_start >= 0))
);
ALTER TABLE public.axes_accessattempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessattempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.axes_accessattemptexpiration (
    access_attempt_id integer NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.axes_accessfailurelog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    locked_out boolean NOT NULL
);
ALTER TABLE public.axes_accessfailurelog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accessfailurelog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.axes_accesslog (
    id integer NOT NULL,
    user_agent character varying(255) NOT NULL,
    ip_address inet,
    username character varying(255),
    http_accept character varying(1025) NOT NULL,
    path_info character varying(255) NOT NULL,
    attempt_time timestamp with time zone NOT NULL,
    logout_time timestamp with time zone,
    session_hash character varying(64) NOT NULL
);
ALTER TABLE public.axes_accesslog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.axes_accesslog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_content_type (
    id integer NOT NULL,
    app_label character varying(100) NOT NULL,
    model character varying(100) NOT NULL
);
ALTER TABLE public.django_content_type ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_content_type_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_migrations (
    id bigint NOT NULL,
    app character varying(255) NOT NULL,
    name character varying(255) NOT NULL,
    applied timestamp with time zone NOT NULL
);
ALTER TABLE public.django_migrations ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.django_migrations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.django_session (
    session_key character varying(40) NOT NULL,
    session_data text NOT NULL,
    expire_date timestamp with time zone NOT NULL
);
CREATE TABLE public.judging_appeal (
    id bigint NOT NULL,
    ruling_id bigint NOT NULL,
    by_entry_id bigint NOT NULL,
    grounds text NOT NULL,
    filed_by_id bigint,
    filed_at timestamp with time zone NOT NULL,
    late_reason text NOT NULL,
    decide_by timestamp with time zone NOT NULL,
    state character varying(9) NOT NULL,
    decided_by_id bigint,
    decided_at timestamp with time zone,
    decision text NOT NULL,
    new_ruling_id bigint,
    CONSTRAINT appeal_change_is_a_ruling CHECK (((NOT ((state)::text = 'changed'::text)) OR (new_ruling_id IS NOT NULL))),
    CONSTRAINT appeal_decided_with_words CHECK ((((decided_at IS NULL) AND ((state)::text = 'open'::text)) OR ((decided_at IS NOT NULL) AND ((state)::text = ANY ((ARRAY['upheld'::character varying, 'changed'::character varying, 'withdrawn'::character varying])::text[])) AND (NOT (decision = ''::text)))))
);
ALTER TABLE public.judging_appeal ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_appeal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_call (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    table_id bigint NOT NULL,
    about character varying(8) NOT NULL,
    state character varying(10) NOT NULL,
    called_at timestamp with time zone NOT NULL,
    taken_by_id bigint,
    taken_at timestamp with time zone,
    arrived_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT call_ended_or_open CHECK ((((ended_at IS NULL) AND ((state)::text = ANY ((ARRAY['waiting'::character varying, 'taken'::character varying, 'arrived'::character varying])::text[]))) OR ((ended_at IS NOT NULL) AND ((state)::text = ANY ((ARRAY['closed'::character varying, 'withdrawn'::character varying])::text[]))))),
    CONSTRAINT call_state_known CHECK (((state)::text = ANY ((ARRAY['waiting'::character varying, 'taken'::character varying, 'arrived'::character varying, 'closed'::character varying, 'withdrawn'::character varying])::text[]))),
    CONSTRAINT call_taken_by_somebody CHECK (((NOT ((state)::text = ANY ((ARRAY['taken'::character varying, 'arrived'::character varying])::text[]))) OR ((taken_at IS NOT NULL) AND (taken_by_id IS NOT NULL))))
);
ALTER TABLE public.judging_call ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_call_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_case (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(40) NOT NULL,
    round_id bigint,
    table_id bigint,
    result_id bigint,
    hand smallint,
    call_id bigint,
    note text NOT NULL,
    state character varying(8) NOT NULL,
    opened_by_id bigint,
    opened_at timestamp with time zone NOT NULL,
    version integer NOT NULL,
    CONSTRAINT case_hand_positive CHECK (((hand IS NULL) OR (hand >= 1))),
    CONSTRAINT case_state_known CHECK (((state)::text = ANY ((ARRAY['open'::character varying, 'ruled'::character varying, 'appealed'::character varying, 'dropped'::character varying])::text[]))),
    CONSTRAINT case_table_in_a_round CHECK (((table_id IS NULL) OR (round_id IS NOT NULL))),
    CONSTRAINT judging_case_hand_check CHECK ((hand >= 0)),
    CONSTRAINT judging_case_number_check CHECK ((number >= 0)),
    CONSTRAINT judging_case_version_check CHECK ((version >= 0))
);
ALTER TABLE public.judging_case ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_case_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_claimrecord (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    number smallint NOT NULL,
    key uuid,
    kind character varying(40) NOT NULL,
    claim jsonb NOT NULL,
    findings jsonb NOT NULL,
    proposals jsonb NOT NULL,
    verdict character varying(10) NOT NULL,
    clauses text NOT NULL,
    ruleset_id bigint,
    ruleset_name character varying(80) NOT NULL,
    parameters jsonb NOT NULL,
    engine_version character varying(40) NOT NULL,
    recorded_by_id bigint,
    recorded_at timestamp with time zone NOT NULL,
    further jsonb NOT NULL,
    CONSTRAINT claim_verdict_known CHECK (((verdict)::text = ANY ((ARRAY['holds'::character varying, 'fails'::character varying, 'undecided'::character varying])::text[]))),
    CONSTRAINT judging_claimrecord_number_check CHECK ((number >= 0))
);
ALTER TABLE public.judging_claimrecord ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_claimrecord_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_desk (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    head_referee_id bigint,
    appeal_minutes smallint NOT NULL,
    appeals_from character varying(7) NOT NULL,
    CONSTRAINT judging_desk_appeal_minutes_check CHECK ((appeal_minutes >= 0))
);
ALTER TABLE public.judging_desk ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_desk_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_handover (
    id bigint NOT NULL,
    note text NOT NULL,
    handed_at timestamp with time zone NOT NULL,
    by_id bigint,
    case_id bigint NOT NULL,
    to_id bigint
);
ALTER TABLE public.judging_handover ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_handover_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_party (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    seat smallint NOT NULL,
    entry_id bigint NOT NULL,
    concerned boolean NOT NULL,
    accepted_id bigint,
    CONSTRAINT judging_party_seat_check CHECK ((seat >= 0)),
    CONSTRAINT party_seat_known CHECK ((seat <= 3))
);
ALTER TABLE public.judging_party ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_party_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_ruling (
    id bigint NOT NULL,
    case_id bigint NOT NULL,
    number smallint NOT NULL,
    claim_id bigint NOT NULL,
    in_force boolean NOT NULL,
    supersedes_id bigint,
    as_proposed boolean NOT NULL,
    reason text NOT NULL,
    note text NOT NULL,
    hand_effect character varying(16) NOT NULL,
    minutes smallint NOT NULL,
    payments character varying(6) NOT NULL,
    transfers jsonb NOT NULL,
    appeal_until timestamp with time zone,
    decided_by_id bigint,
    decided_at timestamp with time zone NOT NULL,
    CONSTRAINT judging_ruling_minutes_check CHECK ((minutes >= 0)),
    CONSTRAINT judging_ruling_number_check CHECK ((number >= 0)),
    CONSTRAINT ruling_own_has_reason CHECK (((NOT (reason = ''::text)) OR (as_proposed AND (supersedes_id IS NULL))))
);
ALTER TABLE public.judging_ruling ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_ruling_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_rulingforfeit (
    id bigint NOT NULL,
    ruling_id bigint NOT NULL,
    forfeit_id bigint NOT NULL
);
ALTER TABLE public.judging_rulingforfeit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_rulingforfeit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_rulingline (
    id bigint NOT NULL,
    ruling_id bigint NOT NULL,
    line_id bigint NOT NULL
);
ALTER TABLE public.judging_rulingline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_rulingline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.judging_sanction (
    id bigint NOT NULL,
    ruling_id bigint NOT NULL,
    "order" smallint NOT NULL,
    entry_id bigint,
    infraction character varying(60) NOT NULL,
    clause character varying(120) NOT NULL,
    title character varying(200) NOT NULL,
    penalty character varying(40) NOT NULL,
    repeat smallint NOT NULL,
    as_proposed boolean NOT NULL,
    proposal jsonb NOT NULL,
    CONSTRAINT judging_sanction_order_check CHECK (("order" >= 0)),
    CONSTRAINT judging_sanction_repeat_check CHECK ((repeat >= 0))
);
ALTER TABLE public.judging_sanction ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.judging_sanction_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_absence (
    id bigint NOT NULL,
    entry_id bigint NOT NULL,
    round_id bigint NOT NULL
);
ALTER TABLE public.tournaments_absence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_absence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_accountrequest (
    id bigint NOT NULL,
    username character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    about character varying(200) NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE public.tournaments_accountrequest ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_accountrequest_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_accountrules (
    id bigint NOT NULL,
    sign_up boolean NOT NULL,
    max_events integer,
    max_mails integer,
    max_megabytes integer,
    CONSTRAINT account_rules_once CHECK ((id = 1)),
    CONSTRAINT tournaments_accountrules_max_events_check CHECK ((max_events >= 0)),
    CONSTRAINT tournaments_accountrules_max_mails_check CHECK ((max_mails >= 0)),
    CONSTRAINT tournaments_accountrules_max_megabytes_check CHECK ((max_megabytes >= 0))
);
ALTER TABLE public.tournaments_accountrules ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_accountrules_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_announcement (
    id bigint NOT NULL,
    number integer NOT NULL,
    text text NOT NULL,
    level character varying(9) NOT NULL,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    tournament_id bigint NOT NULL,
    CONSTRAINT announcement_within_years CHECK ((((starts_at IS NULL) OR ((starts_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (starts_at <= '2200-12-31 00:00:00+00'::timestamp with time zone))) AND ((ends_at IS NULL) OR ((ends_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (ends_at <= '2200-12-31 00:00:00+00'::timestamp with time zone))))),
    CONSTRAINT tournaments_announcement_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_announcement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_announcement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_apitoken (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    name character varying(80) NOT NULL,
    digest character varying(64) NOT NULL,
    tournament_id bigint,
    scopes jsonb NOT NULL,
    by_sign_in boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone
);
ALTER TABLE public.tournaments_apitoken ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_apitoken_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_application (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number integer NOT NULL,
    entry_id bigint,
    state character varying(12) NOT NULL,
    token character varying(43) NOT NULL,
    mail_token character varying(43) NOT NULL,
    family_name character varying(80) NOT NULL,
    given_name character varying(80) NOT NULL,
    native_name character varying(120) NOT NULL,
    shown character varying(8) NOT NULL,
    country character varying(60) NOT NULL,
    club character varying(120) NOT NULL,
    team_name character varying(120) NOT NULL,
    ema_number character varying(8) NOT NULL,
    email character varying(254) NOT NULL,
    message text NOT NULL,
    language character varying(10) NOT NULL,
    consented_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    offered_until timestamp with time zone,
    fee_paid_at timestamp with time zone,
    reason character varying(1000) NOT NULL,
    answers jsonb NOT NULL,
    categories jsonb NOT NULL,
    country_code character varying(3) NOT NULL,
    CONSTRAINT application_country_code_known CHECK (((country_code)::text ~ '^([A-Z]{2,3}|-)?$'::text)),
    CONSTRAINT application_entry_where_entered CHECK ((((state)::text = 'entered'::text) OR (entry_id IS NULL))),
    CONSTRAINT application_offer_to_the_entered CHECK (((offered_until IS NULL) OR ((state)::text = 'entered'::text))),
    CONSTRAINT application_shown_known CHECK (((shown)::text = ANY ((ARRAY['full'::character varying, 'short'::character varying, 'initials'::character varying])::text[]))),
    CONSTRAINT application_state_known CHECK (((state)::text = ANY ((ARRAY['unconfirmed'::character varying, 'pending'::character varying, 'entered'::character varying, 'refused'::character varying, 'withdrawn'::character varying])::text[]))),
    CONSTRAINT tournaments_application_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_application ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_application_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_auditentry (
    id bigint NOT NULL,
    tournament_id bigint,
    sequence bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    actor_id bigint,
    actor_name character varying(200) NOT NULL,
    action character varying(60) NOT NULL,
    object_type character varying(40) NOT NULL,
    object_id character varying(40) NOT NULL,
    object_name character varying(200) NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    reason text NOT NULL,
    origin character varying(20) NOT NULL,
    ip_address inet,
    user_agent character varying(300) NOT NULL,
    elsewhere jsonb,
    previous_digest character varying(64) NOT NULL,
    digest character varying(64) NOT NULL,
    form smallint NOT NULL,
    personal jsonb NOT NULL,
    redacted_by bigint,
    CONSTRAINT audit_form_known CHECK ((form = ANY (ARRAY[1, 2]))),
    CONSTRAINT audit_redacted_later CHECK (((redacted_by IS NULL) OR ((form = 1) AND (redacted_by > sequence)))),
    CONSTRAINT tournaments_auditentry_form_check CHECK ((form >= 0)),
    CONSTRAINT tournaments_auditentry_redacted_by_check CHECK ((redacted_by >= 0)),
    CONSTRAINT tournaments_auditentry_sequence_check CHECK ((sequence >= 0))
);
ALTER TABLE public.tournaments_auditentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_auditentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_award (
    id bigint NOT NULL,
    number smallint NOT NULL,
    title character varying(80) NOT NULL,
    figure character varying(40) NOT NULL,
    "least" smallint NOT NULL,
    one_prize boolean NOT NULL,
    published_at timestamp with time zone,
    kept character varying(64) NOT NULL,
    category_id bigint,
    tournament_id bigint NOT NULL,
    CONSTRAINT award_kept_published CHECK ((((kept)::text = ''::text) OR (published_at IS NOT NULL))),
    CONSTRAINT award_least_positive CHECK ((("least" >= 1) AND ("least" <= 9999))),
    CONSTRAINT award_place_of_category CHECK (((NOT ((figure)::text = ''::text)) AND ((NOT ((figure)::text = 'place'::text)) OR (category_id IS NOT NULL)))),
    CONSTRAINT tournaments_award_least_check CHECK (("least" >= 0)),
    CONSTRAINT tournaments_award_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_award ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_award_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_awardwinner (
    id bigint NOT NULL,
    amount_numerator bigint NOT NULL,
    amount_denominator bigint NOT NULL,
    sample integer NOT NULL,
    award_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    hand_id bigint,
    CONSTRAINT award_amount_divides CHECK ((((amount_denominator IS NULL) AND (amount_numerator IS NULL)) OR ((amount_denominator >= 1) AND (amount_numerator IS NOT NULL)))),
    CONSTRAINT tournaments_awardwinner_amount_denominator_check CHECK ((amount_denominator >= 0)),
    CONSTRAINT tournaments_awardwinner_sample_check CHECK ((sample >= 0))
);
ALTER TABLE public.tournaments_awardwinner ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_awardwinner_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_board (
    id bigint NOT NULL,
    board_set_id bigint NOT NULL,
    session smallint NOT NULL,
    number smallint NOT NULL,
    reserve smallint NOT NULL,
    prevalent_wind smallint NOT NULL,
    sealed_deal text NOT NULL,
    digest character varying(64) NOT NULL,
    text text NOT NULL,
    released_at timestamp with time zone,
    retired_at timestamp with time zone,
    retired_reason text NOT NULL,
    CONSTRAINT board_numbers_from_one CHECK (((number >= 1) AND (session >= 1))),
    CONSTRAINT board_retired_with_reason CHECK ((((retired_at IS NULL) AND (retired_reason = ''::text)) OR ((retired_at IS NOT NULL) AND (NOT (retired_reason = ''::text))))),
    CONSTRAINT board_text_only_when_released CHECK ((((released_at IS NULL) AND (text = ''::text)) OR ((NOT (text = ''::text)) AND (released_at IS NOT NULL)))),
    CONSTRAINT board_wind_known CHECK ((prevalent_wind <= 3)),
    CONSTRAINT tournaments_board_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_board_prevalent_wind_check CHECK ((prevalent_wind >= 0)),
    CONSTRAINT tournaments_board_reserve_check CHECK ((reserve >= 0)),
    CONSTRAINT tournaments_board_session_check CHECK ((session >= 0))
);
ALTER TABLE public.tournaments_board ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_board_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_boardplay (
    id bigint NOT NULL,
    board_id bigint NOT NULL,
    table_id bigint NOT NULL,
    "order" smallint NOT NULL,
    copy smallint NOT NULL,
    version smallint NOT NULL,
    entered_at timestamp with time zone,
    entered_by_id bigint,
    verified boolean NOT NULL,
    findings jsonb NOT NULL,
    record jsonb NOT NULL,
    flag character varying(10) NOT NULL,
    flag_reason text NOT NULL,
    ruling character varying(10) NOT NULL,
    foul character varying(4) NOT NULL,
    ruled_by_id bigint,
    ruling_reason text NOT NULL,
    CONSTRAINT board_play_flag_known CHECK (((flag)::text = ANY ((ARRAY[''::character varying, 'mismatch'::character varying, 'fouled'::character varying, 'unplayable'::character varying])::text[]))),
    CONSTRAINT board_play_ruling_has_reason CHECK ((((ruling)::text = ''::text) OR (((ruling)::text = ANY ((ARRAY['stands'::character varying, 'fouled'::character varying, 'unplayable'::character varying])::text[])) AND (NOT (ruling_reason = ''::text))))),
    CONSTRAINT board_play_standing_result_exists CHECK (((NOT ((ruling)::text = 'stands'::text)) OR (entered_at IS NOT NULL))),
    CONSTRAINT tournaments_boardplay_copy_check CHECK ((copy >= 0)),
    CONSTRAINT tournaments_boardplay_order_check CHECK (("order" >= 0)),
    CONSTRAINT tournaments_boardplay_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_boardplay ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_boardplay_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_boardset (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number smallint NOT NULL,
    event character varying(60) NOT NULL,
    ruleset_id bigint NOT NULL,
    model character varying(6) NOT NULL,
    flowers boolean NOT NULL,
    sessions smallint NOT NULL,
    boards smallint NOT NULL,
    sealed_seed text NOT NULL,
    commitment character varying(64) NOT NULL,
    promise text NOT NULL,
    value_kind character varying(10) NOT NULL,
    value_source character varying(200) NOT NULL,
    value_which character varying(200) NOT NULL,
    corrections jsonb NOT NULL,
    value_name character varying(200) NOT NULL,
    value_known_at timestamp with time zone NOT NULL,
    entries_close_at timestamp with time zone,
    committed_at timestamp with time zone NOT NULL,
    committed_by_id bigint,
    withdrawn_at timestamp with time zone,
    withdrawn_reason text NOT NULL,
    public_value character varying(200) NOT NULL,
    value_at timestamp with time zone,
    made_at timestamp with time zone,
    seed character varying(256) NOT NULL,
    seed_at timestamp with time zone,
    seed_shares jsonb,
    CONSTRAINT board_set_entries_close_between CHECK (((entries_close_at IS NULL) OR ((entries_close_at > committed_at) AND (entries_close_at <= value_known_at)))),
    CONSTRAINT board_set_has_boards CHECK (((boards >= 1) AND (sessions >= 1))),
    CONSTRAINT board_set_made_with_value CHECK (((made_at IS NULL) OR (NOT ((public_value)::text = ''::text)))),
    CONSTRAINT board_set_model_known CHECK (((model)::text = ANY ((ARRAY['seat34'::character varying, 'shared'::character varying])::text[]))),
    CONSTRAINT board_set_seed_after_deals CHECK (((((seed)::text = ''::text) AND (seed_at IS NULL)) OR ((NOT ((seed)::text = ''::text)) AND (made_at IS NOT NULL)))),
    CONSTRAINT board_set_value_later_than_commitment CHECK ((value_known_at > committed_at)),
    CONSTRAINT board_set_value_when_known CHECK (((((public_value)::text = ''::text) AND (value_at IS NULL)) OR ((NOT ((public_value)::text = ''::text)) AND (value_at >= value_known_at)))),
    CONSTRAINT board_set_withdrawn_before_value CHECK ((((withdrawn_at IS NULL) AND (withdrawn_reason = ''::text)) OR (((public_value)::text = ''::text) AND ((seed)::text = ''::text) AND (NOT (withdrawn_reason = ''::text))))),
    CONSTRAINT tournaments_boardset_boards_check CHECK ((boards >= 0)),
    CONSTRAINT tournaments_boardset_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_boardset_sessions_check CHECK ((sessions >= 0))
);
ALTER TABLE public.tournaments_boardset ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_boardset_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_category (
    id bigint NOT NULL,
    number smallint NOT NULL,
    name character varying(60) NOT NULL,
    asked boolean NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_category_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_category ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_category_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_confirmation (
    id bigint NOT NULL,
    result_id bigint NOT NULL,
    user_id bigint,
    entry_id bigint,
    device character varying(16) NOT NULL,
    initials character varying(8) NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT confirmation_by_one CHECK ((((entry_id IS NULL) AND (user_id IS NOT NULL)) OR ((entry_id IS NOT NULL) AND (user_id IS NULL))))
);
ALTER TABLE public.tournaments_confirmation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_confirmation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_email (
    id bigint NOT NULL,
    address character varying(254) NOT NULL,
    kind character varying(20) NOT NULL,
    state character varying(10) NOT NULL,
    attempts smallint NOT NULL,
    error character varying(300) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    send_after timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    application_id bigint,
    entry_id bigint,
    mailing_id bigint,
    CONSTRAINT email_to_one_person CHECK ((((application_id IS NOT NULL) OR (entry_id IS NOT NULL)) AND (1 = (
CASE
    WHEN (application_id IS NOT NULL) THEN 1
    ELSE 0
END +
CASE
    WHEN (entry_id IS NOT NULL) THEN 1
    ELSE 0
END)))),
    CONSTRAINT tournaments_email_attempts_check CHECK ((attempts >= 0))
);
ALTER TABLE public.tournaments_email ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_email_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_entry (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number integer NOT NULL,
    family_name character varying(80) NOT NULL,
    given_name character varying(80) NOT NULL,
    native_name character varying(120) NOT NULL,
    romanised_name character varying(160) NOT NULL,
    country character varying(60) NOT NULL,
    club character varying(120) NOT NULL,
    team_id bigint,
    ema_number character varying(8),
    account_id bigint,
    status character varying(10) NOT NULL,
    substitute_for_id bigint,
    from_round smallint NOT NULL,
    dropped_from_round smallint,
    note text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    house boolean NOT NULL,
    answers jsonb NOT NULL,
    categories jsonb NOT NULL,
    search_key text NOT NULL,
    country_code character varying(3) NOT NULL,
    folded_name text NOT NULL,
    imported jsonb NOT NULL,
    in_competition boolean NOT NULL,
    unranked boolean NOT NULL,
    filler boolean NOT NULL,
    lot integer NOT NULL,
    initials_only boolean NOT NULL,
    nickname character varying(60) NOT NULL,
    shown_key text NOT NULL,
    shown_name text NOT NULL,
    CONSTRAINT entry_country_code_known CHECK (((country_code)::text ~ '^([A-Z]{2,3}|-)?$'::text)),
    CONSTRAINT entry_dropped_since_when CHECK ((((dropped_from_round IS NOT NULL) AND ((status)::text = 'dropped'::text)) OR ((NOT ((status)::text = 'dropped'::text)) AND (dropped_from_round IS NULL)))),
    CONSTRAINT entry_ema_number_eight_digits CHECK (((ema_number IS NULL) OR ((ema_number)::text ~ '^[0-9]{8}$'::text))),
    CONSTRAINT entry_filler_unranked CHECK (((NOT filler) OR unranked)),
    CONSTRAINT entry_has_a_name CHECK (((NOT ((family_name)::text = ''::text)) OR (NOT ((given_name)::text = ''::text)) OR (NOT ((native_name)::text = ''::text)) OR (NOT ((romanised_name)::text = ''::text)))),
    CONSTRAINT entry_number_positive CHECK ((number >= 1)),
    CONSTRAINT entry_substitute_for_whom CHECK (((NOT ((status)::text = 'substitute'::text)) OR (substitute_for_id IS NOT NULL))),
    CONSTRAINT tournaments_entry_dropped_from_round_check CHECK ((dropped_from_round >= 0)),
    CONSTRAINT tournaments_entry_from_round_check CHECK ((from_round >= 0)),
    CONSTRAINT tournaments_entry_lot_check CHECK ((lot >= 0)),
    CONSTRAINT tournaments_entry_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_entry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_entryquestion (
    id bigint NOT NULL,
    number smallint NOT NULL,
    label character varying(80) NOT NULL,
    kind character varying(8) NOT NULL,
    choices text NOT NULL,
    required boolean NOT NULL,
    public boolean NOT NULL,
    "position" smallint NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_entryquestion_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_entryquestion_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.tournaments_entryquestion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_entryquestion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_evening (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    token character varying(43) NOT NULL,
    is_open boolean NOT NULL,
    newcomers boolean NOT NULL
);
ALTER TABLE public.tournaments_evening ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_evening_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_eventpicture (
    id bigint NOT NULL,
    picture bytea NOT NULL,
    width smallint NOT NULL,
    height smallint NOT NULL,
    digest character varying(64) NOT NULL,
    added_at timestamp with time zone NOT NULL,
    use character varying(6) NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT event_picture_use_known CHECK (((use)::text = ANY ((ARRAY['logo'::character varying, 'banner'::character varying])::text[]))),
    CONSTRAINT tournaments_eventpicture_height_check CHECK ((height >= 0)),
    CONSTRAINT tournaments_eventpicture_width_check CHECK ((width >= 0))
);
ALTER TABLE public.tournaments_eventpicture ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_eventpicture_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_fee (
    id bigint NOT NULL,
    number smallint NOT NULL,
    label character varying(80) NOT NULL,
    amount integer NOT NULL,
    choice character varying(500) NOT NULL,
    category_id bigint,
    question_id bigint,
    tournament_id bigint NOT NULL,
    added boolean NOT NULL,
    currency character varying(3) NOT NULL,
    CONSTRAINT fee_choice_of_question CHECK ((((choice)::text = ''::text) OR (question_id IS NOT NULL))),
    CONSTRAINT tournaments_fee_amount_check CHECK ((amount >= 0)),
    CONSTRAINT tournaments_fee_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_fee ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_fee_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_feedesk (
    id bigint NOT NULL,
    currency character varying(3) NOT NULL,
    issuer text NOT NULL,
    tournament_id bigint NOT NULL,
    other_currency character varying(3) NOT NULL,
    CONSTRAINT fee_currencies_differ CHECK ((NOT ((other_currency)::text = (currency)::text)))
);
ALTER TABLE public.tournaments_feedesk ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_feedesk_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_fetchedregistration (
    id bigint NOT NULL,
    key character varying(40) NOT NULL,
    cells jsonb NOT NULL,
    of_player boolean NOT NULL,
    fetched_at timestamp with time zone NOT NULL,
    tournament_id bigint NOT NULL
);
ALTER TABLE public.tournaments_fetchedregistration ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_fetchedregistration_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_figuresums (
    id bigint NOT NULL,
    family character varying(40) NOT NULL,
    amounts jsonb NOT NULL,
    games jsonb NOT NULL,
    opponents jsonb NOT NULL,
    entry_id bigint NOT NULL,
    stored_id bigint NOT NULL
);
ALTER TABLE public.tournaments_figuresums ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_figuresums_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_forfeit (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    round_id bigint,
    kind character varying(12) NOT NULL,
    points integer NOT NULL,
    uma integer NOT NULL,
    table_points smallint NOT NULL,
    takes_negative boolean NOT NULL,
    chair character varying(6) NOT NULL,
    present jsonb NOT NULL,
    last boolean NOT NULL,
    "left" jsonb NOT NULL,
    reason text NOT NULL,
    clause character varying(120) NOT NULL,
    author_id bigint,
    created_at timestamp with time zone NOT NULL,
    voided_by_id bigint,
    voided_at timestamp with time zone,
    void_reason text NOT NULL,
    CONSTRAINT forfeit_chair_known CHECK (((chair)::text = ANY ((ARRAY['ranked'::character varying, 'last'::character varying])::text[]))),
    CONSTRAINT forfeit_has_reason CHECK ((NOT (reason = ''::text))),
    CONSTRAINT forfeit_kind_known CHECK (((kind)::text = ANY ((ARRAY['session_lost'::character varying, 'substitute'::character varying, 'disqualified'::character varying])::text[]))),
    CONSTRAINT forfeit_session_known CHECK ((((kind)::text = 'disqualified'::text) OR (round_id IS NOT NULL))),
    CONSTRAINT forfeit_void_has_reason CHECK (((voided_at IS NULL) OR (NOT (void_reason = ''::text))))
);
ALTER TABLE public.tournaments_forfeit ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_forfeit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_gametable (
    id bigint NOT NULL,
    round_id bigint NOT NULL,
    number smallint NOT NULL,
    name character varying(20) NOT NULL,
    token character varying(43) NOT NULL,
    extra_seconds integer NOT NULL,
    seated_at timestamp with time zone,
    sheet_in_at timestamp with time zone,
    entered_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    postponed_to timestamp with time zone,
    imported jsonb NOT NULL,
    CONSTRAINT table_number_positive CHECK ((number >= 1)),
    CONSTRAINT table_within_years CHECK (((postponed_to IS NULL) OR ((postponed_to >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (postponed_to <= '2200-12-31 00:00:00+00'::timestamp with time zone)))),
    CONSTRAINT tournaments_gametable_extra_seconds_check CHECK ((extra_seconds >= 0)),
    CONSTRAINT tournaments_gametable_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_gametable ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_gametable_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_handrecord (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    result_id bigint,
    seating_id bigint,
    number smallint NOT NULL,
    winner_id bigint,
    discarder_id bigint,
    value integer,
    penalties jsonb NOT NULL,
    more jsonb NOT NULL,
    recorded_at timestamp with time zone NOT NULL,
    CONSTRAINT hand_number_positive CHECK ((number >= 1)),
    CONSTRAINT hand_two_players CHECK (((winner_id IS NULL) OR (discarder_id IS NULL) OR (NOT ((winner_id = discarder_id) AND (winner_id IS NOT NULL) AND (discarder_id IS NOT NULL))))),
    CONSTRAINT tournaments_handrecord_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_handrecord ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_handrecord_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_inputplace (
    id bigint NOT NULL,
    place smallint NOT NULL,
    player integer,
    team character varying(20) NOT NULL,
    category smallint,
    "group" smallint,
    facts character varying(16) NOT NULL,
    record_id bigint NOT NULL,
    CONSTRAINT input_place_of_one CHECK ((((player IS NOT NULL) AND ((team)::text = ''::text)) OR ((player IS NULL) AND (NOT ((team)::text = ''::text))))),
    CONSTRAINT tournaments_inputplace_category_check CHECK ((category >= 0)),
    CONSTRAINT tournaments_inputplace_group_check CHECK (("group" >= 0)),
    CONSTRAINT tournaments_inputplace_place_check CHECK ((place >= 0)),
    CONSTRAINT tournaments_inputplace_player_check CHECK ((player >= 0))
);
ALTER TABLE public.tournaments_inputplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_inputplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_inputrecord (
    id bigint NOT NULL,
    number integer NOT NULL,
    kind character varying(10) NOT NULL,
    paper character varying(40) NOT NULL,
    tables jsonb,
    after smallint,
    lot character varying(64) NOT NULL,
    kept_reason text NOT NULL,
    ended_at timestamp with time zone,
    made_at timestamp with time zone NOT NULL,
    made_by_id bigint,
    seating_id bigint,
    stage_id bigint,
    tournament_id bigint NOT NULL,
    CONSTRAINT input_record_of_one_thing CHECK ((((after IS NOT NULL) AND ((kind)::text = 'draw'::text) AND ((paper)::text = ''::text) AND (seating_id IS NOT NULL) AND (stage_id IS NULL)) OR ((after IS NOT NULL) AND ((kind)::text = 'cut'::text) AND ((paper)::text = ''::text) AND (seating_id IS NULL) AND (stage_id IS NOT NULL)) OR (((kind)::text = ANY ((ARRAY['ceremony'::character varying, 'federation'::character varying])::text[])) AND ((paper)::text = ''::text) AND (seating_id IS NULL) AND (stage_id IS NULL)) OR (((kind)::text = 'paper'::text) AND (stage_id IS NULL) AND (NOT ((paper)::text = ''::text))))),
    CONSTRAINT input_record_tables_of_a_paper CHECK (((tables IS NULL) OR (((kind)::text = 'paper'::text) AND (seating_id IS NOT NULL)))),
    CONSTRAINT tournaments_inputrecord_after_check CHECK ((after >= 0)),
    CONSTRAINT tournaments_inputrecord_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_inputrecord ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_inputrecord_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_job (
    id uuid NOT NULL,
    kind character varying(60) NOT NULL,
    state character varying(10) NOT NULL,
    progress integer NOT NULL,
    total integer NOT NULL,
    message text NOT NULL,
    params jsonb NOT NULL,
    created_by_id bigint,
    tournament_id bigint,
    result character varying(300) NOT NULL,
    result_name character varying(200) NOT NULL,
    result_url character varying(300) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    heartbeat timestamp with time zone,
    finished_at timestamp with time zone,
    attempts smallint NOT NULL,
    run uuid,
    CONSTRAINT job_progress_within_total CHECK ((progress <= total)),
    CONSTRAINT tournaments_job_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT tournaments_job_progress_check CHECK ((progress >= 0)),
    CONSTRAINT tournaments_job_total_check CHECK ((total >= 0))
);
CREATE TABLE public.tournaments_lineup (
    id bigint NOT NULL,
    by_captain boolean NOT NULL,
    named_at timestamp with time zone NOT NULL,
    round_id bigint NOT NULL,
    team_id bigint NOT NULL
);
ALTER TABLE public.tournaments_lineup ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_lineup_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_lineupplayer (
    id bigint NOT NULL,
    entry_id bigint NOT NULL,
    line_up_id bigint NOT NULL
);
ALTER TABLE public.tournaments_lineupplayer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_lineupplayer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_loan (
    id bigint NOT NULL,
    site character varying(200) NOT NULL,
    lent_at timestamp with time zone NOT NULL,
    keys jsonb NOT NULL,
    tournament_id bigint NOT NULL
);
ALTER TABLE public.tournaments_loan ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_loan_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_mailing (
    id bigint NOT NULL,
    number integer NOT NULL,
    key character varying(64) NOT NULL,
    groups jsonb NOT NULL,
    language character varying(10) NOT NULL,
    subject character varying(150) NOT NULL,
    text text NOT NULL,
    recipients integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by_id bigint,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_mailing_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_mailing_recipients_check CHECK ((recipients >= 0))
);
ALTER TABLE public.tournaments_mailing ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_mailing_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_membership (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    user_id bigint NOT NULL,
    role character varying(12) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT membership_role_known CHECK (((role)::text = ANY ((ARRAY['director'::character varying, 'seating'::character varying, 'scorer'::character varying, 'referee'::character varying, 'check_in'::character varying, 'display'::character varying])::text[])))
);
ALTER TABLE public.tournaments_membership ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_membership_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_mergedentry (
    id bigint NOT NULL,
    number integer NOT NULL,
    "values" jsonb NOT NULL,
    stays_id bigint NOT NULL,
    CONSTRAINT tournaments_mergedentry_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_mergedentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_mergedentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_mergedlink (
    id bigint NOT NULL,
    entry_id bigint NOT NULL,
    merge_id bigint NOT NULL
);
ALTER TABLE public.tournaments_mergedlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_mergedlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_mirror (
    id bigint NOT NULL,
    digest character varying(64),
    epoch character varying(32) NOT NULL,
    number bigint NOT NULL,
    received_at timestamp with time zone,
    "offset" bigint NOT NULL,
    tournament_id bigint NOT NULL,
    extra jsonb NOT NULL,
    CONSTRAINT tournaments_mirror_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_mirror ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_mirror_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_newestbackup (
    id bigint NOT NULL,
    name character varying(200) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    why character varying(20) NOT NULL,
    machine character varying(255) NOT NULL,
    CONSTRAINT newest_backup_once CHECK ((id = 1))
);
ALTER TABLE public.tournaments_newestbackup ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_newestbackup_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_payment (
    id bigint NOT NULL,
    number integer NOT NULL,
    receipt integer,
    kind character varying(9) NOT NULL,
    amount integer NOT NULL,
    method character varying(8) NOT NULL,
    reason character varying(1000) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    voided_at timestamp with time zone,
    entry_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    currency character varying(3) NOT NULL,
    CONSTRAINT payment_amount_positive CHECK ((amount >= 1)),
    CONSTRAINT payment_method_of_money CHECK (((((kind)::text = 'reduction'::text) AND ((method)::text = ''::text) AND (receipt IS NULL)) OR ((NOT ((kind)::text = 'reduction'::text)) AND (receipt IS NOT NULL) AND (NOT ((method)::text = ''::text))))),
    CONSTRAINT payment_within_years CHECK (((made_at IS NULL) OR ((made_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (made_at <= '2200-12-31 00:00:00+00'::timestamp with time zone)))),
    CONSTRAINT tournaments_payment_amount_check CHECK ((amount >= 0)),
    CONSTRAINT tournaments_payment_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_payment_receipt_check CHECK ((receipt >= 0))
);
ALTER TABLE public.tournaments_payment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_payment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_periodictask (
    id bigint NOT NULL,
    name character varying(40) NOT NULL,
    due_at timestamp with time zone NOT NULL,
    run uuid,
    seen_at timestamp with time zone
);
ALTER TABLE public.tournaments_periodictask ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_periodictask_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_person (
    id bigint NOT NULL,
    key character varying(22) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    consent character varying(9) NOT NULL,
    consent_on date,
    consent_source character varying(12) NOT NULL,
    shows_photo boolean NOT NULL,
    withdrawn_on date,
    CONSTRAINT person_consent_source_known CHECK (((consent_source)::text = ANY ((ARRAY[''::character varying, 'person'::character varying, 'registration'::character varying, 'paper'::character varying, 'letter'::character varying, 'spoken'::character varying])::text[]))),
    CONSTRAINT person_consent_whole CHECK (((((consent)::text = ''::text) AND (consent_on IS NULL) AND ((consent_source)::text = ''::text) AND (NOT shows_photo) AND (withdrawn_on IS NULL)) OR (((consent)::text = 'given'::text) AND (consent_on IS NOT NULL) AND (withdrawn_on IS NULL) AND (NOT ((consent_source)::text = ''::text))) OR (((consent)::text = 'withdrawn'::text) AND (NOT shows_photo) AND (withdrawn_on IS NOT NULL))))
);
ALTER TABLE public.tournaments_person ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_person_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_personalvalue (
    id bigint NOT NULL,
    key character varying(32) NOT NULL,
    place character varying(20) NOT NULL,
    salt character varying(64) NOT NULL,
    value text NOT NULL,
    entry_id bigint NOT NULL
);
ALTER TABLE public.tournaments_personalvalue ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_personalvalue_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_personentry (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    entry_id bigint NOT NULL,
    person_id bigint NOT NULL
);
ALTER TABLE public.tournaments_personentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_personentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_personmerge (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    goes_id bigint NOT NULL,
    stays_id bigint NOT NULL,
    CONSTRAINT person_merge_of_two CHECK ((NOT (goes_id = stays_id)))
);
ALTER TABLE public.tournaments_personmerge ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_personmerge_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_personrating (
    id bigint NOT NULL,
    value double precision NOT NULL,
    uncertainty double precision NOT NULL,
    games integer NOT NULL,
    entries jsonb NOT NULL,
    history jsonb NOT NULL,
    person_id bigint NOT NULL,
    stored_id bigint NOT NULL,
    CONSTRAINT tournaments_personrating_games_check CHECK ((games >= 0))
);
ALTER TABLE public.tournaments_personrating ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_personrating_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_playseat (
    id bigint NOT NULL,
    play_id bigint NOT NULL,
    board_id bigint NOT NULL,
    seat smallint NOT NULL,
    entry_id bigint NOT NULL,
    points integer,
    penalty integer NOT NULL,
    award smallint,
    "left" smallint,
    tail character varying(200) NOT NULL,
    ticked boolean NOT NULL,
    CONSTRAINT play_award_is_a_percentage CHECK (((award IS NULL) OR (award <= 100))),
    CONSTRAINT play_seat_four CHECK ((seat <= 3)),
    CONSTRAINT tournaments_playseat_award_check CHECK ((award >= 0)),
    CONSTRAINT tournaments_playseat_left_check CHECK (("left" >= 0)),
    CONSTRAINT tournaments_playseat_seat_check CHECK ((seat >= 0))
);
ALTER TABLE public.tournaments_playseat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_playseat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_portrait (
    id bigint NOT NULL,
    entry_id bigint NOT NULL,
    picture bytea NOT NULL,
    width smallint NOT NULL,
    height smallint NOT NULL,
    digest character varying(64) NOT NULL,
    added_at timestamp with time zone NOT NULL,
    CONSTRAINT tournaments_portrait_height_check CHECK ((height >= 0)),
    CONSTRAINT tournaments_portrait_width_check CHECK ((width >= 0))
);
ALTER TABLE public.tournaments_portrait ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_portrait_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_presence (
    id bigint NOT NULL,
    day date NOT NULL,
    entry_id bigint NOT NULL,
    CONSTRAINT presence_within_years CHECK (((day IS NULL) OR ((day >= '1900-01-01'::date) AND (day <= '2200-12-31'::date))))
);
ALTER TABLE public.tournaments_presence ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_presence_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_prizehand (
    id bigint NOT NULL,
    number smallint NOT NULL,
    hand character varying(400) NOT NULL,
    by character varying(11) NOT NULL,
    prevalent character varying(1) NOT NULL,
    seat character varying(1) NOT NULL,
    circumstances jsonb NOT NULL,
    worth integer NOT NULL,
    by_table_code boolean NOT NULL,
    declared_at timestamp with time zone NOT NULL,
    voided_at timestamp with time zone,
    void_reason text NOT NULL,
    declared_by_id bigint,
    ruleset_id bigint NOT NULL,
    table_id bigint NOT NULL,
    winner_id bigint NOT NULL,
    CONSTRAINT prize_hand_number_positive CHECK ((number >= 1)),
    CONSTRAINT prize_hand_reason_of_void CHECK (((voided_at IS NOT NULL) OR (void_reason = ''::text))),
    CONSTRAINT prize_hand_way_known CHECK (((by)::text = ANY ((ARRAY['self_draw'::character varying, 'discard'::character varying, 'robbed_kong'::character varying])::text[]))),
    CONSTRAINT prize_hand_winds_known CHECK ((((prevalent)::text = ANY ((ARRAY['E'::character varying, 'S'::character varying, 'W'::character varying, 'N'::character varying])::text[])) AND ((seat)::text = ANY ((ARRAY['E'::character varying, 'S'::character varying, 'W'::character varying, 'N'::character varying])::text[])))),
    CONSTRAINT tournaments_prizehand_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_prizehand_worth_check CHECK ((worth >= 0))
);
ALTER TABLE public.tournaments_prizehand ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_prizehand_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_publication (
    id bigint NOT NULL,
    site character varying(200) NOT NULL,
    slug character varying(60) NOT NULL,
    epoch character varying(32) NOT NULL,
    number bigint NOT NULL,
    published_version character varying(16) NOT NULL,
    published_at timestamp with time zone,
    stopped_at timestamp with time zone,
    due_at timestamp with time zone,
    failures integer NOT NULL,
    problem character varying(12) NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT publication_problem_known CHECK (((problem)::text = ANY ((ARRAY[''::character varying, 'connection'::character varying, 'certificate'::character varying, 'key'::character varying, 'address'::character varying, 'version'::character varying, 'size'::character varying, 'busy'::character varying, 'refused'::character varying, 'taken_over'::character varying, 'in_use'::character varying])::text[]))),
    CONSTRAINT tournaments_publication_failures_check CHECK ((failures >= 0)),
    CONSTRAINT tournaments_publication_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_publication ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_publication_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_publicationkey (
    id bigint NOT NULL,
    key character varying(200) NOT NULL,
    publication_id bigint NOT NULL,
    seal_due_at timestamp with time zone,
    seal_problem character varying(12) NOT NULL,
    seal_salt bytea,
    seal_secret bytea,
    sealed_at timestamp with time zone,
    sealed_name character varying(200) NOT NULL,
    CONSTRAINT seal_key_whole CHECK ((((seal_salt IS NULL) AND (seal_secret IS NULL)) OR ((seal_salt IS NOT NULL) AND (seal_secret IS NOT NULL))))
);
ALTER TABLE public.tournaments_publicationkey ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_publicationkey_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_publicfile (
    id bigint NOT NULL,
    key character varying(32) NOT NULL,
    kind character varying(20) NOT NULL,
    params jsonb NOT NULL,
    state character varying(10) NOT NULL,
    file character varying(300) NOT NULL,
    error text NOT NULL,
    attempts smallint NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    made_at timestamp with time zone,
    tournament_id bigint,
    CONSTRAINT tournaments_publicfile_attempts_check CHECK ((attempts >= 0))
);
ALTER TABLE public.tournaments_publicfile ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_publicfile_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_registrationdesk (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    is_open boolean NOT NULL,
    closes_at timestamp with time zone,
    capacity smallint,
    looks_first boolean NOT NULL,
    offer_hours smallint NOT NULL,
    asks jsonb NOT NULL,
    notice text NOT NULL,
    fee character varying(80) NOT NULL,
    CONSTRAINT desk_has_places CHECK (((capacity IS NULL) OR (capacity >= 1))),
    CONSTRAINT desk_offers_for_a_while CHECK ((offer_hours >= 1)),
    CONSTRAINT desk_within_years CHECK (((closes_at IS NULL) OR ((closes_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (closes_at <= '2200-12-31 00:00:00+00'::timestamp with time zone)))),
    CONSTRAINT tournaments_registrationdesk_capacity_check CHECK ((capacity >= 0)),
    CONSTRAINT tournaments_registrationdesk_offer_hours_check CHECK ((offer_hours >= 0))
);
ALTER TABLE public.tournaments_registrationdesk ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_registrationdesk_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_replayupload (
    id bigint NOT NULL,
    token character varying(32) NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE public.tournaments_replayupload ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_replayupload_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_resultseat (
    id bigint NOT NULL,
    result_id bigint NOT NULL,
    "order" smallint NOT NULL,
    wind smallint,
    entry_id bigint NOT NULL,
    points integer NOT NULL,
    imported jsonb NOT NULL,
    exact_points_numerator bigint,
    exact_points_denominator bigint,
    official_score_numerator bigint,
    official_score_denominator bigint,
    official_table_points_numerator bigint,
    official_table_points_denominator bigint,
    official_place smallint,
    CONSTRAINT result_seat_amounts_divide CHECK (((((exact_points_denominator IS NULL) AND (exact_points_numerator IS NULL)) OR ((exact_points_denominator >= 1) AND (exact_points_numerator IS NOT NULL))) AND (((official_score_denominator IS NULL) AND (official_score_numerator IS NULL)) OR ((official_score_denominator >= 1) AND (official_score_numerator IS NOT NULL))) AND (((official_table_points_denominator IS NULL) AND (official_table_points_numerator IS NULL)) OR ((official_table_points_denominator >= 1) AND (official_table_points_numerator IS NOT NULL))))),
    CONSTRAINT result_seat_four_lines CHECK (("order" <= 3)),
    CONSTRAINT result_seat_four_places CHECK (((official_place IS NULL) OR ((official_place >= 1) AND (official_place <= 4)))),
    CONSTRAINT result_seat_wind_known CHECK (((wind IS NULL) OR (wind <= 3))),
    CONSTRAINT tournaments_resultseat_exact_points_denominator_check CHECK ((exact_points_denominator >= 0)),
    CONSTRAINT tournaments_resultseat_official_place_check CHECK ((official_place >= 0)),
    CONSTRAINT tournaments_resultseat_official_score_denominator_check CHECK ((official_score_denominator >= 0)),
    CONSTRAINT tournaments_resultseat_official_table_points_denominator_check CHECK ((official_table_points_denominator >= 0)),
    CONSTRAINT tournaments_resultseat_order_check CHECK (("order" >= 0)),
    CONSTRAINT tournaments_resultseat_wind_check CHECK ((wind >= 0))
);
ALTER TABLE public.tournaments_resultseat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_resultseat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_round (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    stage_id bigint NOT NULL,
    number smallint NOT NULL,
    day date,
    starts_at timestamp with time zone,
    minutes smallint NOT NULL,
    state character varying(10) NOT NULL,
    ruleset_id bigint,
    released_at timestamp with time zone,
    annulled_at timestamp with time zone,
    imported jsonb NOT NULL,
    alone boolean NOT NULL,
    CONSTRAINT round_annulled_is_over CHECK (((annulled_at IS NULL) OR ((released_at IS NULL) AND ((state)::text = 'finished'::text)))),
    CONSTRAINT round_number_positive CHECK ((number >= 1)),
    CONSTRAINT round_state_known CHECK (((state)::text = ANY ((ARRAY['planned'::character varying, 'published'::character varying, 'playing'::character varying, 'finished'::character varying])::text[]))),
    CONSTRAINT round_within_years CHECK ((((day IS NULL) OR ((day >= '1900-01-01'::date) AND (day <= '2200-12-31'::date))) AND ((starts_at IS NULL) OR ((starts_at >= '1900-01-01 00:00:00+00'::timestamp with time zone) AND (starts_at <= '2200-12-31 00:00:00+00'::timestamp with time zone))))),
    CONSTRAINT tournaments_round_minutes_check CHECK ((minutes >= 0)),
    CONSTRAINT tournaments_round_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_round ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_round_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_roundclock (
    id bigint NOT NULL,
    round_id bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    paused_at timestamp with time zone,
    remaining_seconds integer,
    warning_seconds integer NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT clock_runs_or_is_paused CHECK ((((ends_at IS NOT NULL) AND (paused_at IS NULL) AND (remaining_seconds IS NULL)) OR ((ends_at IS NULL) AND (paused_at IS NOT NULL) AND (remaining_seconds IS NOT NULL)))),
    CONSTRAINT tournaments_roundclock_warning_seconds_check CHECK ((warning_seconds >= 0))
);
ALTER TABLE public.tournaments_roundclock ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_roundclock_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_rulesetversion (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number smallint NOT NULL,
    preset character varying(60) NOT NULL,
    parameters jsonb NOT NULL,
    match_scoring jsonb NOT NULL,
    tie_breaks jsonb NOT NULL,
    substitute_policy jsonb NOT NULL,
    reason text NOT NULL,
    created_by_id bigint,
    created_at timestamp with time zone NOT NULL,
    frozen_at timestamp with time zone,
    house_rules jsonb NOT NULL,
    former_options jsonb NOT NULL,
    CONSTRAINT ruleset_change_has_reason CHECK (((number = 1) OR (NOT (reason = ''::text)))),
    CONSTRAINT tournaments_rulesetversion_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_rulesetversion ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_rulesetversion_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_scoreline (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    entry_id bigint,
    team_id bigint,
    round_id bigint,
    table_id bigint,
    hand smallint,
    result_id bigint,
    scope character varying(8) NOT NULL,
    unit character varying(12) NOT NULL,
    kind character varying(12) NOT NULL,
    amount_numerator bigint NOT NULL,
    amount_denominator integer NOT NULL,
    reason text NOT NULL,
    clause character varying(120) NOT NULL,
    author_id bigint,
    created_at timestamp with time zone NOT NULL,
    voided_by_id bigint,
    voided_at timestamp with time zone,
    void_reason text NOT NULL,
    imported jsonb NOT NULL,
    points_numerator bigint,
    points_denominator bigint,
    uma_numerator bigint,
    uma_denominator bigint,
    place smallint,
    shared boolean NOT NULL,
    CONSTRAINT score_line_amount_divides CHECK ((amount_denominator >= 1)),
    CONSTRAINT score_line_for_one CHECK ((((entry_id IS NOT NULL) AND (team_id IS NULL)) OR ((entry_id IS NULL) AND (team_id IS NOT NULL)))),
    CONSTRAINT score_line_game_divides CHECK (((((points_denominator IS NULL) AND (points_numerator IS NULL)) OR ((points_denominator >= 1) AND (points_numerator IS NOT NULL))) AND (((uma_denominator IS NULL) AND (uma_numerator IS NULL)) OR ((uma_denominator >= 1) AND (uma_numerator IS NOT NULL))))),
    CONSTRAINT score_line_game_of_score CHECK ((((place IS NULL) AND (points_numerator IS NULL) AND (NOT shared) AND (uma_numerator IS NULL)) OR (((kind)::text = 'result'::text) AND ((place >= 1) AND (place <= 4)) AND (points_numerator IS NOT NULL) AND (uma_numerator IS NOT NULL) AND ((unit)::text = 'score'::text)))),
    CONSTRAINT score_line_hand_known CHECK (((NOT ((scope)::text = 'hand'::text)) OR ((hand IS NOT NULL) AND (table_id IS NOT NULL)))),
    CONSTRAINT score_line_has_reason CHECK ((((kind)::text = 'result'::text) OR (NOT (reason = ''::text)))),
    CONSTRAINT score_line_table_known CHECK (((NOT ((scope)::text = 'table'::text)) OR (table_id IS NOT NULL))),
    CONSTRAINT score_line_void_has_reason CHECK (((voided_at IS NULL) OR (NOT (void_reason = ''::text)))),
    CONSTRAINT tournaments_scoreline_amount_denominator_check CHECK ((amount_denominator >= 0)),
    CONSTRAINT tournaments_scoreline_hand_check CHECK ((hand >= 0)),
    CONSTRAINT tournaments_scoreline_place_check CHECK ((place >= 0)),
    CONSTRAINT tournaments_scoreline_points_denominator_check CHECK ((points_denominator >= 0)),
    CONSTRAINT tournaments_scoreline_uma_denominator_check CHECK ((uma_denominator >= 0))
);
ALTER TABLE public.tournaments_scoreline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_scoreline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_sealedbackup (
    id bigint NOT NULL,
    content bytea NOT NULL,
    size integer NOT NULL,
    received_at timestamp with time zone NOT NULL,
    mirror_id bigint NOT NULL,
    CONSTRAINT tournaments_sealedbackup_size_check CHECK ((size >= 0))
);
ALTER TABLE public.tournaments_sealedbackup ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_sealedbackup_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_season (
    id bigint NOT NULL,
    slug character varying(60) NOT NULL,
    name character varying(200) NOT NULL,
    published boolean NOT NULL,
    rule jsonb NOT NULL,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT tournaments_season_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_season ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_season_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seasonevent (
    id bigint NOT NULL,
    season_id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    "position" smallint NOT NULL,
    factor_numerator integer NOT NULL,
    factor_denominator integer NOT NULL,
    CONSTRAINT season_factor_is_a_number CHECK ((factor_denominator >= 1)),
    CONSTRAINT season_position_positive CHECK (("position" >= 1)),
    CONSTRAINT tournaments_seasonevent_factor_denominator_check CHECK ((factor_denominator >= 0)),
    CONSTRAINT tournaments_seasonevent_factor_numerator_check CHECK ((factor_numerator >= 0)),
    CONSTRAINT tournaments_seasonevent_position_check CHECK (("position" >= 0))
);
ALTER TABLE public.tournaments_seasonevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seasonevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seasonmerge (
    id bigint NOT NULL,
    season_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    same_as_id bigint NOT NULL,
    linked boolean NOT NULL,
    CONSTRAINT season_merge_of_two CHECK ((NOT (entry_id = same_as_id)))
);
ALTER TABLE public.tournaments_seasonmerge ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seasonmerge_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seasonrole (
    id bigint NOT NULL,
    season_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind character varying(10) NOT NULL,
    CONSTRAINT season_role_known CHECK (((kind)::text = ANY ((ARRAY['organiser'::character varying, 'helper'::character varying])::text[])))
);
ALTER TABLE public.tournaments_seasonrole ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seasonrole_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seasonteammerge (
    id bigint NOT NULL,
    same_as_id bigint NOT NULL,
    season_id bigint NOT NULL,
    team_id bigint NOT NULL,
    CONSTRAINT season_merge_of_two_teams CHECK ((NOT (team_id = same_as_id)))
);
ALTER TABLE public.tournaments_seasonteammerge ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seasonteammerge_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seat (
    id bigint NOT NULL,
    seating_id bigint NOT NULL,
    table_number smallint NOT NULL,
    wind smallint,
    entry_id bigint NOT NULL,
    CONSTRAINT seat_table_positive CHECK ((table_number >= 1)),
    CONSTRAINT seat_wind_known CHECK (((wind IS NULL) OR (wind <= 3))),
    CONSTRAINT tournaments_seat_table_number_check CHECK ((table_number >= 0)),
    CONSTRAINT tournaments_seat_wind_check CHECK ((wind >= 0))
);
ALTER TABLE public.tournaments_seat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seatclaim (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    wind smallint NOT NULL,
    entry_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT seat_claim_wind_known CHECK ((wind <= 3)),
    CONSTRAINT tournaments_seatclaim_wind_check CHECK ((wind >= 0))
);
ALTER TABLE public.tournaments_seatclaim ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seatclaim_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seating (
    id bigint NOT NULL,
    round_id bigint NOT NULL,
    version smallint NOT NULL,
    state character varying(10) NOT NULL,
    source character varying(10) NOT NULL,
    algorithm character varying(60) NOT NULL,
    seed character varying(64) NOT NULL,
    measures jsonb NOT NULL,
    breaks jsonb NOT NULL,
    based_on_id bigint,
    created_by_id bigint,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    CONSTRAINT seating_state_known CHECK (((state)::text = ANY ((ARRAY['draft'::character varying, 'published'::character varying, 'playing'::character varying, 'superseded'::character varying])::text[]))),
    CONSTRAINT tournaments_seating_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_seating ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seating_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seatingconstraint (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    kind character varying(14) NOT NULL,
    entry_id bigint NOT NULL,
    other_id bigint,
    table_number smallint,
    reason character varying(1000) NOT NULL,
    CONSTRAINT seating_constraint_complete CHECK (((((kind)::text = 'fixed_table'::text) AND (other_id IS NULL) AND (table_number IS NOT NULL)) OR (((kind)::text = ANY ((ARRAY['forbidden_pair'::character varying, 'wished_pair'::character varying])::text[])) AND (other_id IS NOT NULL) AND (table_number IS NULL)) OR (((kind)::text = 'referee'::text) AND (other_id IS NULL) AND (table_number IS NULL)))),
    CONSTRAINT seating_constraint_two_players CHECK (((other_id IS NULL) OR (NOT ((other_id = entry_id) AND (other_id IS NOT NULL))))),
    CONSTRAINT tournaments_seatingconstraint_table_number_check CHECK ((table_number >= 0))
);
ALTER TABLE public.tournaments_seatingconstraint ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seatingconstraint_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seatingdraw (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number smallint NOT NULL,
    kind character varying(12) NOT NULL,
    seed character varying(64) NOT NULL,
    algorithm character varying(20) NOT NULL,
    template character varying(60) NOT NULL,
    inputs_digest character varying(64) NOT NULL,
    certificate text NOT NULL,
    improved smallint NOT NULL,
    prices jsonb,
    under_id bigint,
    why text NOT NULL,
    discarded_at timestamp with time zone,
    discarded_reason text NOT NULL,
    created_by_id bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT seating_draw_kind_known CHECK (((kind)::text = ANY ((ARRAY['fixed'::character varying, 'added'::character varying, 'swiss'::character varying, 'standings'::character varying, 'replan'::character varying, 'chosen'::character varying, 'movement'::character varying, 'fixtures'::character varying])::text[]))),
    CONSTRAINT tournaments_seatingdraw_improved_check CHECK ((improved >= 0)),
    CONSTRAINT tournaments_seatingdraw_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_seatingdraw ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seatingdraw_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seatingdraw_seatings (
    id bigint NOT NULL,
    seatingdraw_id bigint NOT NULL,
    seating_id bigint NOT NULL
);
ALTER TABLE public.tournaments_seatingdraw_seatings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seatingdraw_seatings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_seedcommitment (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    sealed_seed text NOT NULL,
    commitment character varying(64) NOT NULL,
    promise text NOT NULL,
    rounds jsonb NOT NULL,
    way character varying(10) NOT NULL,
    options jsonb NOT NULL,
    inputs_close_at timestamp with time zone,
    value_kind character varying(10) NOT NULL,
    value_source character varying(200) NOT NULL,
    value_which character varying(200) NOT NULL,
    value_known_at timestamp with time zone,
    public_value character varying(200) NOT NULL,
    value_at timestamp with time zone,
    corrections jsonb NOT NULL,
    withdrawn_at timestamp with time zone,
    withdrawn_reason text NOT NULL,
    created_by_id bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT seed_commitment_value_later CHECK (((value_known_at IS NULL) OR (value_known_at > created_at))),
    CONSTRAINT seed_commitment_value_when_known CHECK (((((public_value)::text = ''::text) AND (value_at IS NULL)) OR ((NOT ((public_value)::text = ''::text)) AND (value_at >= value_known_at)))),
    CONSTRAINT seed_commitment_way_known CHECK (((way)::text = ANY ((ARRAY[''::character varying, 'together'::character varying, 'swiss'::character varying, 'movement'::character varying, 'fixtures'::character varying])::text[]))),
    CONSTRAINT seed_commitment_withdrawn_with_reason CHECK ((((withdrawn_at IS NULL) AND (withdrawn_reason = ''::text)) OR ((withdrawn_at IS NOT NULL) AND (NOT (withdrawn_reason = ''::text)))))
);
ALTER TABLE public.tournaments_seedcommitment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_seedcommitment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_sentonce (
    id bigint NOT NULL,
    key character varying(64) NOT NULL,
    who character varying(40) NOT NULL,
    path character varying(400) NOT NULL,
    status smallint NOT NULL,
    location character varying(400) NOT NULL,
    content_type character varying(100) NOT NULL,
    body text NOT NULL,
    at timestamp with time zone NOT NULL,
    digest character varying(64) DEFAULT ''::character varying NOT NULL,
    CONSTRAINT tournaments_sentonce_status_check CHECK ((status >= 0))
);
ALTER TABLE public.tournaments_sentonce ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_sentonce_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_sheetphoto (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    number smallint NOT NULL,
    picture bytea NOT NULL,
    width smallint NOT NULL,
    height smallint NOT NULL,
    digest character varying(64) NOT NULL,
    added_by_id bigint,
    added_by_entry_id bigint,
    added_at timestamp with time zone NOT NULL,
    CONSTRAINT sheet_photo_number_positive CHECK ((number >= 1)),
    CONSTRAINT tournaments_sheetphoto_height_check CHECK ((height >= 0)),
    CONSTRAINT tournaments_sheetphoto_number_check CHECK ((number >= 0)),
    CONSTRAINT tournaments_sheetphoto_width_check CHECK ((width >= 0))
);
ALTER TABLE public.tournaments_sheetphoto ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_sheetphoto_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_signinlink (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    digest character varying(64) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    opens_browser boolean NOT NULL
);
ALTER TABLE public.tournaments_signinlink ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_signinlink_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_siteaddress (
    id bigint NOT NULL,
    address character varying(200) NOT NULL,
    seen_at timestamp with time zone,
    of_this_computer boolean NOT NULL,
    CONSTRAINT site_address_once CHECK ((id = 1))
);
ALTER TABLE public.tournaments_siteaddress ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_siteaddress_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_sitechain (
    id bigint NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT tournaments_sitechain_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_sitechain ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_sitechain_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_somebodyelse (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    entry_id bigint NOT NULL,
    person_id bigint NOT NULL
);
ALTER TABLE public.tournaments_somebodyelse ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_somebodyelse_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_sponsor (
    id bigint NOT NULL,
    number smallint NOT NULL,
    name character varying(80) NOT NULL,
    link character varying(300) NOT NULL,
    on_pages boolean NOT NULL,
    on_screens boolean NOT NULL,
    on_papers boolean NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT sponsor_link_to_a_page CHECK ((((link)::text = ''::text) OR ((link)::text ~~ 'https://%'::text) OR ((link)::text ~~ 'http://%'::text))),
    CONSTRAINT tournaments_sponsor_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_sponsor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_sponsor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_sponsorlogo (
    id bigint NOT NULL,
    picture bytea NOT NULL,
    width smallint NOT NULL,
    height smallint NOT NULL,
    digest character varying(64) NOT NULL,
    added_at timestamp with time zone NOT NULL,
    sponsor_id bigint NOT NULL,
    CONSTRAINT tournaments_sponsorlogo_height_check CHECK ((height >= 0)),
    CONSTRAINT tournaments_sponsorlogo_width_check CHECK ((width >= 0))
);
ALTER TABLE public.tournaments_sponsorlogo ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_sponsorlogo_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_stage (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    number smallint NOT NULL,
    name character varying(80) NOT NULL,
    kind character varying(14) NOT NULL,
    cut_to smallint,
    cut_at timestamp with time zone,
    carry_numerator smallint NOT NULL,
    carry_denominator smallint NOT NULL,
    cut_by character varying(7) NOT NULL,
    CONSTRAINT stage_carry_at_most_all CHECK ((carry_numerator <= carry_denominator)),
    CONSTRAINT stage_carry_divides CHECK ((carry_denominator >= 1)),
    CONSTRAINT stage_cut_by_known CHECK ((((cut_by)::text = 'players'::text) OR (((cut_by)::text = 'teams'::text) AND (cut_to IS NOT NULL)))),
    CONSTRAINT tournaments_stage_carry_denominator_check CHECK ((carry_denominator >= 0)),
    CONSTRAINT tournaments_stage_carry_numerator_check CHECK ((carry_numerator >= 0)),
    CONSTRAINT tournaments_stage_cut_to_check CHECK ((cut_to >= 0)),
    CONSTRAINT tournaments_stage_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_stage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_stage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_stageentry (
    id bigint NOT NULL,
    stage_id bigint NOT NULL,
    entry_id bigint NOT NULL,
    place smallint NOT NULL,
    CONSTRAINT tournaments_stageentry_place_check CHECK ((place >= 0))
);
ALTER TABLE public.tournaments_stageentry ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_stageentry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_stageteam (
    id bigint NOT NULL,
    place smallint NOT NULL,
    stage_id bigint NOT NULL,
    team_id bigint NOT NULL,
    CONSTRAINT tournaments_stageteam_place_check CHECK ((place >= 0))
);
ALTER TABLE public.tournaments_stageteam ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_stageteam_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_standin (
    id bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    entry_id bigint NOT NULL,
    plays_for_id bigint NOT NULL,
    round_id bigint NOT NULL,
    CONSTRAINT stand_in_for_another CHECK ((NOT (entry_id = plays_for_id)))
);
ALTER TABLE public.tournaments_standin ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_standin_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_storedfigures (
    id bigint NOT NULL,
    version bigint NOT NULL,
    changed_at timestamp with time zone,
    mark character varying(32) NOT NULL,
    made_at timestamp with time zone,
    after smallint NOT NULL,
    games integer NOT NULL,
    games_with_hands integer NOT NULL,
    hands integer NOT NULL,
    progress jsonb NOT NULL,
    tournament_id bigint NOT NULL,
    CONSTRAINT tournaments_storedfigures_after_check CHECK ((after >= 0)),
    CONSTRAINT tournaments_storedfigures_games_check CHECK ((games >= 0)),
    CONSTRAINT tournaments_storedfigures_games_with_hands_check CHECK ((games_with_hands >= 0)),
    CONSTRAINT tournaments_storedfigures_hands_check CHECK ((hands >= 0)),
    CONSTRAINT tournaments_storedfigures_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_storedfigures ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_storedfigures_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_storedratings (
    id bigint NOT NULL,
    family character varying(40) NOT NULL,
    people character varying(100) NOT NULL,
    events jsonb NOT NULL,
    games integer NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT tournaments_storedratings_games_check CHECK ((games >= 0))
);
ALTER TABLE public.tournaments_storedratings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_storedratings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_storedresult (
    id bigint NOT NULL,
    place integer NOT NULL,
    played integer NOT NULL,
    total text NOT NULL,
    table_points text NOT NULL,
    game_count integer NOT NULL,
    games jsonb NOT NULL,
    amounts jsonb NOT NULL,
    entry_id bigint,
    team_id bigint,
    standings_id bigint NOT NULL,
    CONSTRAINT stored_result_of_one CHECK ((((entry_id IS NOT NULL) AND (team_id IS NULL)) OR ((entry_id IS NULL) AND (team_id IS NOT NULL)))),
    CONSTRAINT tournaments_storedresult_game_count_check CHECK ((game_count >= 0)),
    CONSTRAINT tournaments_storedresult_place_check CHECK ((place >= 0)),
    CONSTRAINT tournaments_storedresult_played_check CHECK ((played >= 0))
);
ALTER TABLE public.tournaments_storedresult ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_storedresult_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_storedschedule (
    id bigint NOT NULL,
    tournament_id bigint,
    name character varying(80) NOT NULL,
    players smallint NOT NULL,
    rounds_count smallint NOT NULL,
    rounds jsonb NOT NULL,
    measures jsonb NOT NULL,
    digest character varying(64) NOT NULL,
    created_by_id bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT tournaments_storedschedule_players_check CHECK ((players >= 0)),
    CONSTRAINT tournaments_storedschedule_rounds_count_check CHECK ((rounds_count >= 0))
);
ALTER TABLE public.tournaments_storedschedule ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_storedschedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_storedstandings (
    id bigint NOT NULL,
    audience character varying(6) NOT NULL,
    version bigint NOT NULL,
    changed_at timestamp with time zone,
    mark character varying(32) NOT NULL,
    shown boolean NOT NULL,
    whole boolean NOT NULL,
    metrics jsonb NOT NULL,
    team_metrics jsonb NOT NULL,
    days jsonb NOT NULL,
    players integer NOT NULL,
    weight text NOT NULL,
    made_at timestamp with time zone,
    tournament_id bigint NOT NULL,
    CONSTRAINT stored_standings_audience_known CHECK (((audience)::text = ANY ((ARRAY['public'::character varying, 'team'::character varying])::text[]))),
    CONSTRAINT tournaments_storedstandings_players_check CHECK ((players >= 0)),
    CONSTRAINT tournaments_storedstandings_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_storedstandings ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_storedstandings_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_tablelog (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    number smallint NOT NULL,
    text text NOT NULL,
    form character varying(12) NOT NULL,
    digest character varying(64) NOT NULL,
    file_name character varying(200) NOT NULL,
    hands smallint NOT NULL,
    first_line smallint NOT NULL,
    attached_by_id bigint,
    attached_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    CONSTRAINT table_log_form_known CHECK (((form)::text = ANY ((ARRAY['text'::character varying, 'json'::character varying, 'mjai'::character varying, 'tenhou-json'::character varying, 'tenhou-xml'::character varying, 'botzone'::character varying, 'tziakcha'::character varying])::text[]))),
    CONSTRAINT table_log_four_lines CHECK ((first_line <= 3)),
    CONSTRAINT tournaments_tablelog_first_line_check CHECK ((first_line >= 0)),
    CONSTRAINT tournaments_tablelog_hands_check CHECK ((hands >= 0)),
    CONSTRAINT tournaments_tablelog_number_check CHECK ((number >= 0))
);
ALTER TABLE public.tournaments_tablelog ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_tablelog_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_tableplace (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    table_number smallint NOT NULL,
    "row" smallint NOT NULL,
    "column" smallint NOT NULL,
    CONSTRAINT table_place_in_the_hall CHECK ((("column" >= 1) AND ("row" >= 1) AND ("row" <= 40) AND (table_number >= 1) AND ("column" <= 20))),
    CONSTRAINT tournaments_tableplace_column_check CHECK (("column" >= 0)),
    CONSTRAINT tournaments_tableplace_row_check CHECK (("row" >= 0)),
    CONSTRAINT tournaments_tableplace_table_number_check CHECK ((table_number >= 0))
);
ALTER TABLE public.tournaments_tableplace ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_tableplace_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_tableresult (
    id bigint NOT NULL,
    table_id bigint NOT NULL,
    version smallint NOT NULL,
    state character varying(10) NOT NULL,
    ruleset_id bigint,
    leftover_points integer NOT NULL,
    entered_by_id bigint,
    entered_by_entry_id bigint,
    by_table_code boolean NOT NULL,
    entered_on character varying(16) NOT NULL,
    doubtful_reason text NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    again_by_id bigint,
    again_by_entry_id bigint,
    again_at timestamp with time zone,
    imported boolean NOT NULL,
    CONSTRAINT result_state_known CHECK (((state)::text = ANY ((ARRAY['entered'::character varying, 'confirmed'::character varying, 'superseded'::character varying, 'rejected'::character varying])::text[]))),
    CONSTRAINT tournaments_tableresult_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_tableresult ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_tableresult_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_team (
    id bigint NOT NULL,
    tournament_id bigint NOT NULL,
    code character varying(20) NOT NULL,
    name character varying(120) NOT NULL,
    country character varying(60) NOT NULL,
    search_key text NOT NULL,
    country_code character varying(3) NOT NULL,
    link_number integer NOT NULL,
    imported jsonb NOT NULL,
    CONSTRAINT team_country_code_known CHECK (((country_code)::text ~ '^([A-Z]{2,3}|-)?$'::text)),
    CONSTRAINT tournaments_team_link_number_check CHECK ((link_number >= 0))
);
ALTER TABLE public.tournaments_team ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_team_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_tournament (
    id bigint NOT NULL,
    slug character varying(60) NOT NULL,
    name character varying(200) NOT NULL,
    place character varying(200) NOT NULL,
    starts_on date,
    ends_on date,
    time_zone character varying(64) NOT NULL,
    print_languages jsonb NOT NULL,
    family character varying(40) NOT NULL,
    state character varying(10) NOT NULL,
    published boolean NOT NULL,
    rehearsal boolean NOT NULL,
    rounds_planned smallint NOT NULL,
    minutes_per_round smallint NOT NULL,
    confirmations character varying(4) NOT NULL,
    blind_reentry boolean NOT NULL,
    entry_by character varying(12) NOT NULL,
    one_phone boolean NOT NULL,
    standings_hidden boolean NOT NULL,
    hidden_from_round smallint,
    hidden_results_open boolean NOT NULL,
    archived_at timestamp with time zone,
    ceremony_at timestamp with time zone,
    tables_in_row smallint,
    team_size smallint,
    team_best smallint,
    separate jsonb NOT NULL,
    origins jsonb NOT NULL,
    version bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    features jsonb NOT NULL,
    hall_code_number integer NOT NULL,
    ranking_version smallint NOT NULL,
    inputs_kept_since timestamp with time zone,
    country_code character varying(3) NOT NULL,
    organiser character varying(120) NOT NULL,
    search_key text NOT NULL,
    line_up_hours smallint,
    line_up_size smallint,
    lent_at timestamp with time zone,
    imported jsonb NOT NULL,
    federation character varying(40) NOT NULL,
    federation_columns jsonb,
    federation_limits jsonb,
    qualification boolean NOT NULL,
    named_countries jsonb NOT NULL,
    accepted_open_items jsonb NOT NULL,
    import_digest character varying(64) NOT NULL,
    contact_days smallint,
    shown_names character varying(9) NOT NULL,
    colour character varying(7) NOT NULL,
    embed_sites character varying(600) NOT NULL,
    CONSTRAINT tournament_best_of_team CHECK (((team_best IS NULL) OR ((team_size IS NOT NULL) AND (team_best >= 1) AND (team_best <= team_size)))),
    CONSTRAINT tournament_colour_written CHECK ((((colour)::text = ''::text) OR ((colour)::text ~ '\A#[0-9a-f]{6}\Z'::text))),
    CONSTRAINT tournament_confirmations_known CHECK (((confirmations)::text = ANY ((ARRAY['none'::character varying, 'one'::character varying, 'own'::character varying, 'all'::character varying])::text[]))),
    CONSTRAINT tournament_contact_days CHECK (((contact_days IS NULL) OR ((contact_days >= 1) AND (contact_days <= 3650)))),
    CONSTRAINT tournament_country_code_known CHECK (((country_code)::text ~ '^([A-Z]{2,3})?$'::text)),
    CONSTRAINT tournament_embed_sites_written CHECK ((((embed_sites)::text = ''::text) OR ((embed_sites)::text ~ '\Ahttps?://[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?( https?://[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?)*\Z'::text))),
    CONSTRAINT tournament_ends_after_start CHECK (((starts_on IS NULL) OR (ends_on IS NULL) OR (ends_on >= starts_on))),
    CONSTRAINT tournament_has_a_round CHECK ((rounds_planned >= 1)),
    CONSTRAINT tournament_hidden_from_a_round CHECK (((hidden_from_round IS NULL) OR (hidden_from_round >= 1))),
    CONSTRAINT tournament_lent_not_archived CHECK (((lent_at IS NULL) OR (archived_at IS NULL))),
    CONSTRAINT tournament_line_up_hours CHECK (((line_up_hours IS NULL) OR ((line_up_hours >= 1) AND (line_up_hours <= 720)))),
    CONSTRAINT tournament_line_up_of_team CHECK (((line_up_size IS NULL) OR ((team_size IS NOT NULL) AND (line_up_size >= 1) AND (line_up_size <= team_size)))),
    CONSTRAINT tournament_ranking_version_known CHECK (((ranking_version >= 1) AND (ranking_version <= 2))),
    CONSTRAINT tournament_rehearsal_not_public CHECK (((NOT rehearsal) OR (NOT published))),
    CONSTRAINT tournament_state_known CHECK (((state)::text = ANY ((ARRAY['planned'::character varying, 'running'::character varying, 'finished'::character varying])::text[]))),
    CONSTRAINT tournament_within_years CHECK ((((starts_on IS NULL) OR ((starts_on >= '1900-01-01'::date) AND (starts_on <= '2200-12-31'::date))) AND ((ends_on IS NULL) OR ((ends_on >= '1900-01-01'::date) AND (ends_on <= '2200-12-31'::date))))),
    CONSTRAINT tournaments_tournament_contact_days_check CHECK ((contact_days >= 0)),
    CONSTRAINT tournaments_tournament_hall_code_number_check CHECK ((hall_code_number >= 0)),
    CONSTRAINT tournaments_tournament_hidden_from_round_check CHECK ((hidden_from_round >= 0)),
    CONSTRAINT tournaments_tournament_line_up_hours_check CHECK ((line_up_hours >= 0)),
    CONSTRAINT tournaments_tournament_line_up_size_check CHECK ((line_up_size >= 0)),
    CONSTRAINT tournaments_tournament_minutes_per_round_check CHECK ((minutes_per_round >= 0)),
    CONSTRAINT tournaments_tournament_ranking_version_check CHECK ((ranking_version >= 0)),
    CONSTRAINT tournaments_tournament_rounds_planned_check CHECK ((rounds_planned >= 0)),
    CONSTRAINT tournaments_tournament_tables_in_row_check CHECK ((tables_in_row >= 0)),
    CONSTRAINT tournaments_tournament_team_best_check CHECK ((team_best >= 0)),
    CONSTRAINT tournaments_tournament_team_size_check CHECK ((team_size >= 0)),
    CONSTRAINT tournaments_tournament_version_check CHECK ((version >= 0))
);
ALTER TABLE public.tournaments_tournament ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_tournament_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_user (
    id bigint NOT NULL,
    password character varying(128) NOT NULL,
    last_login timestamp with time zone,
    is_superuser boolean NOT NULL,
    username character varying(150) NOT NULL,
    first_name character varying(150) NOT NULL,
    last_name character varying(150) NOT NULL,
    email character varying(254) NOT NULL,
    is_staff boolean NOT NULL,
    is_active boolean NOT NULL,
    date_joined timestamp with time zone NOT NULL,
    language character varying(10) NOT NULL,
    acted_at_id bigint,
    acted_as character varying(150) NOT NULL,
    column_choices jsonb NOT NULL,
    max_events integer,
    max_mails integer,
    max_megabytes integer,
    CONSTRAINT tournaments_user_max_events_check CHECK ((max_events >= 0)),
    CONSTRAINT tournaments_user_max_mails_check CHECK ((max_mails >= 0)),
    CONSTRAINT tournaments_user_max_megabytes_check CHECK ((max_megabytes >= 0))
);
CREATE TABLE public.tournaments_user_groups (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    group_id integer NOT NULL
);
ALTER TABLE public.tournaments_user_groups ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_user_groups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE public.tournaments_user ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_user_user_permissions (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    permission_id integer NOT NULL
);
ALTER TABLE public.tournaments_user_user_permissions ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_user_user_permissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_webhook (
    id bigint NOT NULL,
    number integer NOT NULL,
    style character varying(8) NOT NULL,
    host character varying(255) NOT NULL,
    kinds jsonb NOT NULL,
    language character varying(10) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    paused_at timestamp with time zone,
    sent_at timestamp with time zone,
    due_at timestamp with time zone,
    claimed_until timestamp with time zone,
    failures integer NOT NULL,
    problem character varying(12) NOT NULL,
    season_id bigint,
    tournament_id bigint,
    CONSTRAINT tournaments_webhook_failures_check CHECK ((failures >= 0)),
    CONSTRAINT tournaments_webhook_number_check CHECK ((number >= 0)),
    CONSTRAINT webhook_of_one CHECK ((((season_id IS NULL) AND (tournament_id IS NOT NULL)) OR ((season_id IS NOT NULL) AND (tournament_id IS NULL)))),
    CONSTRAINT webhook_problem_known CHECK (((problem)::text = ANY ((ARRAY[''::character varying, 'connection'::character varying, 'certificate'::character varying, 'private'::character varying, 'redirect'::character varying, 'refused'::character varying, 'busy'::character varying, 'fault'::character varying])::text[]))),
    CONSTRAINT webhook_style_known CHECK (((style)::text = ANY ((ARRAY['json'::character varying, 'discord'::character varying, 'slack'::character varying, 'telegram'::character varying])::text[])))
);
ALTER TABLE public.tournaments_webhook ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_webhook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_webhookmessage (
    id bigint NOT NULL,
    delivery uuid NOT NULL,
    kind character varying(20) NOT NULL,
    about jsonb NOT NULL,
    happened_at timestamp with time zone NOT NULL,
    state character varying(8) NOT NULL,
    attempts smallint NOT NULL,
    status smallint,
    problem character varying(12) NOT NULL,
    attempted_at timestamp with time zone,
    tournament_id bigint,
    webhook_id bigint NOT NULL,
    CONSTRAINT tournaments_webhookmessage_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT tournaments_webhookmessage_status_check CHECK ((status >= 0)),
    CONSTRAINT webhook_message_problem_known CHECK (((problem)::text = ANY ((ARRAY[''::character varying, 'connection'::character varying, 'certificate'::character varying, 'private'::character varying, 'redirect'::character varying, 'refused'::character varying, 'busy'::character varying, 'fault'::character varying])::text[]))),
    CONSTRAINT webhook_message_state_known CHECK (((state)::text = ANY ((ARRAY['waiting'::character varying, 'sent'::character varying, 'dropped'::character varying, 'failed'::character varying])::text[])))
);
ALTER TABLE public.tournaments_webhookmessage ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_webhookmessage_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_webhooksecret (
    id bigint NOT NULL,
    address character varying(1000) NOT NULL,
    key character varying(64) NOT NULL,
    webhook_id bigint NOT NULL
);
ALTER TABLE public.tournaments_webhooksecret ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_webhooksecret_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.tournaments_workerheartbeat (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
ALTER TABLE public.tournaments_workerheartbeat ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.tournaments_workerheartbeat_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.tournaments_absence
    ADD CONSTRAINT absence_once UNIQUE (round_id, entry_id);
ALTER TABLE ONLY public.tournaments_accountrequest
    ADD CONSTRAINT account_request_once UNIQUE (email);
ALTER TABLE ONLY public.tournaments_announcement
    ADD CONSTRAINT announcement_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_application
    ADD CONSTRAINT application_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_auditentry
    ADD CONSTRAINT audit_sequence_once UNIQUE (tournament_id, sequence);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_name_key UNIQUE (name);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_permission_id_0cd325b0_uniq UNIQUE (group_id, permission_id);
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_group
    ADD CONSTRAINT auth_group_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_codename_01ab375a_uniq UNIQUE (content_type_id, codename);
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_award
    ADD CONSTRAINT award_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_awardwinner
    ADD CONSTRAINT award_winner_once UNIQUE (award_id, entry_id);
ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.axes_accessattempt
    ADD CONSTRAINT axes_accessattempt_username_ip_address_user_agent_8ea22282_uniq UNIQUE (username, ip_address, user_agent);
ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptexpiration_pkey PRIMARY KEY (access_attempt_id);
ALTER TABLE ONLY public.axes_accessfailurelog
    ADD CONSTRAINT axes_accessfailurelog_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.axes_accesslog
    ADD CONSTRAINT axes_accesslog_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_board
    ADD CONSTRAINT board_deal_once UNIQUE (board_set_id, digest);
ALTER TABLE ONLY public.tournaments_board
    ADD CONSTRAINT board_once UNIQUE (board_set_id, session, number, reserve);
ALTER TABLE ONLY public.tournaments_boardplay
    ADD CONSTRAINT board_play_once_at_table UNIQUE (table_id, board_id);
ALTER TABLE ONLY public.tournaments_boardplay
    ADD CONSTRAINT board_play_one_at_a_time UNIQUE (table_id, "order");
ALTER TABLE ONLY public.tournaments_boardset
    ADD CONSTRAINT board_set_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_boardset
    ADD CONSTRAINT board_set_seed_once UNIQUE (tournament_id, commitment);
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT case_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_category
    ADD CONSTRAINT category_name_once UNIQUE (tournament_id, name);
ALTER TABLE ONLY public.tournaments_category
    ADD CONSTRAINT category_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.judging_claimrecord
    ADD CONSTRAINT claim_number_once UNIQUE (case_id, number);
ALTER TABLE ONLY public.tournaments_confirmation
    ADD CONSTRAINT confirmation_player_once UNIQUE (result_id, entry_id);
ALTER TABLE ONLY public.tournaments_confirmation
    ADD CONSTRAINT confirmation_user_once UNIQUE (result_id, user_id);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_app_label_model_76bd3d3b_uniq UNIQUE (app_label, model);
ALTER TABLE ONLY public.django_content_type
    ADD CONSTRAINT django_content_type_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_migrations
    ADD CONSTRAINT django_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.django_session
    ADD CONSTRAINT django_session_pkey PRIMARY KEY (session_key);
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT entry_account_once UNIQUE (tournament_id, account_id);
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT entry_ema_number_once UNIQUE (tournament_id, ema_number);
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT entry_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_eventpicture
    ADD CONSTRAINT event_picture_once UNIQUE (tournament_id, use);
ALTER TABLE ONLY public.tournaments_fee
    ADD CONSTRAINT fee_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_figuresums
    ADD CONSTRAINT figure_sums_once UNIQUE (stored_id, entry_id, family);
ALTER TABLE ONLY public.tournaments_handrecord
    ADD CONSTRAINT hand_number_once UNIQUE (result_id, number);
ALTER TABLE ONLY public.tournaments_inputrecord
    ADD CONSTRAINT input_record_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.judging_appeal
    ADD CONSTRAINT judging_appeal_new_ruling_id_key UNIQUE (new_ruling_id);
ALTER TABLE ONLY public.judging_appeal
    ADD CONSTRAINT judging_appeal_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_call
    ADD CONSTRAINT judging_call_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_call_id_key UNIQUE (call_id);
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_claimrecord
    ADD CONSTRAINT judging_claimrecord_key_key UNIQUE (key);
ALTER TABLE ONLY public.judging_claimrecord
    ADD CONSTRAINT judging_claimrecord_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_desk
    ADD CONSTRAINT judging_desk_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_desk
    ADD CONSTRAINT judging_desk_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.judging_handover
    ADD CONSTRAINT judging_handover_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_party
    ADD CONSTRAINT judging_party_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_ruling
    ADD CONSTRAINT judging_ruling_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_ruling
    ADD CONSTRAINT judging_ruling_supersedes_id_key UNIQUE (supersedes_id);
ALTER TABLE ONLY public.judging_rulingforfeit
    ADD CONSTRAINT judging_rulingforfeit_forfeit_id_key UNIQUE (forfeit_id);
ALTER TABLE ONLY public.judging_rulingforfeit
    ADD CONSTRAINT judging_rulingforfeit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_rulingline
    ADD CONSTRAINT judging_rulingline_line_id_key UNIQUE (line_id);
ALTER TABLE ONLY public.judging_rulingline
    ADD CONSTRAINT judging_rulingline_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.judging_sanction
    ADD CONSTRAINT judging_sanction_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_lineup
    ADD CONSTRAINT line_up_once UNIQUE (round_id, team_id);
ALTER TABLE ONLY public.tournaments_lineupplayer
    ADD CONSTRAINT line_up_player_once UNIQUE (line_up_id, entry_id);
ALTER TABLE ONLY public.tournaments_mailing
    ADD CONSTRAINT mailing_key_once UNIQUE (tournament_id, key);
ALTER TABLE ONLY public.tournaments_mailing
    ADD CONSTRAINT mailing_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_membership
    ADD CONSTRAINT membership_once UNIQUE (tournament_id, user_id, role);
ALTER TABLE ONLY public.tournaments_mergedentry
    ADD CONSTRAINT merged_entry_once UNIQUE (stays_id, number);
ALTER TABLE ONLY public.tournaments_mergedlink
    ADD CONSTRAINT merged_link_once UNIQUE (merge_id, entry_id);
ALTER TABLE ONLY public.judging_party
    ADD CONSTRAINT party_player_once UNIQUE (case_id, entry_id);
ALTER TABLE ONLY public.judging_party
    ADD CONSTRAINT party_seat_once UNIQUE (case_id, seat);
ALTER TABLE ONLY public.tournaments_payment
    ADD CONSTRAINT payment_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_payment
    ADD CONSTRAINT payment_receipt_once UNIQUE (tournament_id, receipt);
ALTER TABLE ONLY public.tournaments_personrating
    ADD CONSTRAINT person_rating_once UNIQUE (stored_id, person_id);
ALTER TABLE ONLY public.tournaments_personalvalue
    ADD CONSTRAINT personal_value_once UNIQUE (entry_id, key);
ALTER TABLE ONLY public.tournaments_playseat
    ADD CONSTRAINT play_seat_once UNIQUE (play_id, seat);
ALTER TABLE ONLY public.tournaments_playseat
    ADD CONSTRAINT player_meets_board_once UNIQUE (board_id, entry_id);
ALTER TABLE ONLY public.tournaments_presence
    ADD CONSTRAINT presence_once UNIQUE (day, entry_id);
ALTER TABLE ONLY public.tournaments_prizehand
    ADD CONSTRAINT prize_hand_number_once UNIQUE (table_id, number);
ALTER TABLE ONLY public.tournaments_entryquestion
    ADD CONSTRAINT question_label_once UNIQUE (tournament_id, label);
ALTER TABLE ONLY public.tournaments_entryquestion
    ADD CONSTRAINT question_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_fetchedregistration
    ADD CONSTRAINT registration_fetched_once UNIQUE (tournament_id, key);
ALTER TABLE ONLY public.tournaments_resultseat
    ADD CONSTRAINT result_seat_line_once UNIQUE (result_id, "order");
ALTER TABLE ONLY public.tournaments_resultseat
    ADD CONSTRAINT result_seat_player_once UNIQUE (result_id, entry_id);
ALTER TABLE ONLY public.tournaments_resultseat
    ADD CONSTRAINT result_seat_wind_once UNIQUE (result_id, wind);
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT result_version_once UNIQUE (table_id, version);
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT round_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_rulesetversion
    ADD CONSTRAINT ruleset_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.judging_ruling
    ADD CONSTRAINT ruling_number_once UNIQUE (case_id, number);
ALTER TABLE ONLY public.judging_sanction
    ADD CONSTRAINT sanction_order_once UNIQUE (ruling_id, "order");
ALTER TABLE ONLY public.tournaments_seasonevent
    ADD CONSTRAINT season_event_once UNIQUE (season_id, tournament_id);
ALTER TABLE ONLY public.tournaments_seasonmerge
    ADD CONSTRAINT season_merge_once UNIQUE (season_id, entry_id);
ALTER TABLE ONLY public.tournaments_seasonevent
    ADD CONSTRAINT season_position_once UNIQUE (season_id, "position");
ALTER TABLE ONLY public.tournaments_seasonrole
    ADD CONSTRAINT season_role_once UNIQUE (season_id, user_id);
ALTER TABLE ONLY public.tournaments_seasonteammerge
    ADD CONSTRAINT season_team_merge_once UNIQUE (season_id, team_id);
ALTER TABLE ONLY public.tournaments_seatclaim
    ADD CONSTRAINT seat_claim_player_once UNIQUE (table_id, entry_id);
ALTER TABLE ONLY public.tournaments_seatclaim
    ADD CONSTRAINT seat_claim_wind_once UNIQUE (table_id, wind);
ALTER TABLE ONLY public.tournaments_seat
    ADD CONSTRAINT seat_one_player UNIQUE (seating_id, table_number, wind);
ALTER TABLE ONLY public.tournaments_seat
    ADD CONSTRAINT seat_player_once UNIQUE (seating_id, entry_id);
ALTER TABLE ONLY public.tournaments_seatingdraw
    ADD CONSTRAINT seating_draw_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_seating
    ADD CONSTRAINT seating_version_once UNIQUE (round_id, version);
ALTER TABLE ONLY public.tournaments_seedcommitment
    ADD CONSTRAINT seed_commitment_once UNIQUE (tournament_id, commitment);
ALTER TABLE ONLY public.tournaments_sheetphoto
    ADD CONSTRAINT sheet_photo_number_once UNIQUE (table_id, number);
ALTER TABLE ONLY public.tournaments_sheetphoto
    ADD CONSTRAINT sheet_photo_once UNIQUE (table_id, digest);
ALTER TABLE ONLY public.tournaments_somebodyelse
    ADD CONSTRAINT somebody_else_once UNIQUE (entry_id, person_id);
ALTER TABLE ONLY public.tournaments_sponsor
    ADD CONSTRAINT sponsor_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_stageentry
    ADD CONSTRAINT stage_entry_once UNIQUE (stage_id, entry_id);
ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT stage_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_stageteam
    ADD CONSTRAINT stage_team_once UNIQUE (stage_id, team_id);
ALTER TABLE ONLY public.tournaments_standin
    ADD CONSTRAINT stand_in_for_one UNIQUE (round_id, plays_for_id);
ALTER TABLE ONLY public.tournaments_standin
    ADD CONSTRAINT stand_in_once UNIQUE (round_id, entry_id);
ALTER TABLE ONLY public.tournaments_storedstandings
    ADD CONSTRAINT stored_standings_once UNIQUE (tournament_id, audience);
ALTER TABLE ONLY public.tournaments_tablelog
    ADD CONSTRAINT table_log_number_once UNIQUE (table_id, number);
ALTER TABLE ONLY public.tournaments_gametable
    ADD CONSTRAINT table_number_once UNIQUE (round_id, number);
ALTER TABLE ONLY public.tournaments_tableplace
    ADD CONSTRAINT table_place_place_once UNIQUE (tournament_id, "row", "column");
ALTER TABLE ONLY public.tournaments_tableplace
    ADD CONSTRAINT table_place_table_once UNIQUE (tournament_id, table_number);
ALTER TABLE ONLY public.tournaments_team
    ADD CONSTRAINT team_code_once UNIQUE (tournament_id, code);
ALTER TABLE ONLY public.tournaments_team
    ADD CONSTRAINT team_name_once UNIQUE (tournament_id, name);
ALTER TABLE ONLY public.tournaments_absence
    ADD CONSTRAINT tournaments_absence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_accountrequest
    ADD CONSTRAINT tournaments_accountrequest_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_accountrules
    ADD CONSTRAINT tournaments_accountrules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_announcement
    ADD CONSTRAINT tournaments_announcement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_apitoken
    ADD CONSTRAINT tournaments_apitoken_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.tournaments_apitoken
    ADD CONSTRAINT tournaments_apitoken_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_application
    ADD CONSTRAINT tournaments_application_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.tournaments_application
    ADD CONSTRAINT tournaments_application_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_application
    ADD CONSTRAINT tournaments_application_token_key UNIQUE (token);
ALTER TABLE ONLY public.tournaments_auditentry
    ADD CONSTRAINT tournaments_auditentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_award
    ADD CONSTRAINT tournaments_award_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_awardwinner
    ADD CONSTRAINT tournaments_awardwinner_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_board
    ADD CONSTRAINT tournaments_board_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_boardplay
    ADD CONSTRAINT tournaments_boardplay_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_boardset
    ADD CONSTRAINT tournaments_boardset_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_category
    ADD CONSTRAINT tournaments_category_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_confirmation
    ADD CONSTRAINT tournaments_confirmation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_email
    ADD CONSTRAINT tournaments_email_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_entryquestion
    ADD CONSTRAINT tournaments_entryquestion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_evening
    ADD CONSTRAINT tournaments_evening_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_evening
    ADD CONSTRAINT tournaments_evening_token_key UNIQUE (token);
ALTER TABLE ONLY public.tournaments_evening
    ADD CONSTRAINT tournaments_evening_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.tournaments_eventpicture
    ADD CONSTRAINT tournaments_eventpicture_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_fee
    ADD CONSTRAINT tournaments_fee_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_feedesk
    ADD CONSTRAINT tournaments_feedesk_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_feedesk
    ADD CONSTRAINT tournaments_feedesk_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.tournaments_fetchedregistration
    ADD CONSTRAINT tournaments_fetchedregistration_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_figuresums
    ADD CONSTRAINT tournaments_figuresums_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_forfeit
    ADD CONSTRAINT tournaments_forfeit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_gametable
    ADD CONSTRAINT tournaments_gametable_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_gametable
    ADD CONSTRAINT tournaments_gametable_token_key UNIQUE (token);
ALTER TABLE ONLY public.tournaments_handrecord
    ADD CONSTRAINT tournaments_handrecord_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_inputplace
    ADD CONSTRAINT tournaments_inputplace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_inputrecord
    ADD CONSTRAINT tournaments_inputrecord_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_job
    ADD CONSTRAINT tournaments_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_lineup
    ADD CONSTRAINT tournaments_lineup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_lineupplayer
    ADD CONSTRAINT tournaments_lineupplayer_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_loan
    ADD CONSTRAINT tournaments_loan_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_loan
    ADD CONSTRAINT tournaments_loan_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.tournaments_mailing
    ADD CONSTRAINT tournaments_mailing_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_membership
    ADD CONSTRAINT tournaments_membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_mergedentry
    ADD CONSTRAINT tournaments_mergedentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_mergedlink
    ADD CONSTRAINT tournaments_mergedlink_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_mirror
    ADD CONSTRAINT tournaments_mirror_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.tournaments_mirror
    ADD CONSTRAINT tournaments_mirror_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_mirror
    ADD CONSTRAINT tournaments_mirror_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.tournaments_newestbackup
    ADD CONSTRAINT tournaments_newestbackup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_payment
    ADD CONSTRAINT tournaments_payment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_periodictask
    ADD CONSTRAINT tournaments_periodictask_name_key UNIQUE (name);
ALTER TABLE ONLY public.tournaments_periodictask
    ADD CONSTRAINT tournaments_periodictask_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_person
    ADD CONSTRAINT tournaments_person_key_key UNIQUE (key);
ALTER TABLE ONLY public.tournaments_person
    ADD CONSTRAINT tournaments_person_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_personalvalue
    ADD CONSTRAINT tournaments_personalvalue_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_personentry
    ADD CONSTRAINT tournaments_personentry_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.tournaments_personentry
    ADD CONSTRAINT tournaments_personentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_personmerge
    ADD CONSTRAINT tournaments_personmerge_goes_id_key UNIQUE (goes_id);
ALTER TABLE ONLY public.tournaments_personmerge
    ADD CONSTRAINT tournaments_personmerge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_personrating
    ADD CONSTRAINT tournaments_personrating_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_playseat
    ADD CONSTRAINT tournaments_playseat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_portrait
    ADD CONSTRAINT tournaments_portrait_entry_id_key UNIQUE (entry_id);
ALTER TABLE ONLY public.tournaments_portrait
    ADD CONSTRAINT tournaments_portrait_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_presence
    ADD CONSTRAINT tournaments_presence_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_prizehand
    ADD CONSTRAINT tournaments_prizehand_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_publication
    ADD CONSTRAINT tournaments_publication_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_publication
    ADD CONSTRAINT tournaments_publication_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.tournaments_publicationkey
    ADD CONSTRAINT tournaments_publicationkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_publicationkey
    ADD CONSTRAINT tournaments_publicationkey_publication_id_key UNIQUE (publication_id);
ALTER TABLE ONLY public.tournaments_publicfile
    ADD CONSTRAINT tournaments_publicfile_key_key UNIQUE (key);
ALTER TABLE ONLY public.tournaments_publicfile
    ADD CONSTRAINT tournaments_publicfile_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_registrationdesk
    ADD CONSTRAINT tournaments_registrationdesk_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_registrationdesk
    ADD CONSTRAINT tournaments_registrationdesk_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.tournaments_replayupload
    ADD CONSTRAINT tournaments_replayupload_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_replayupload
    ADD CONSTRAINT tournaments_replayupload_token_key UNIQUE (token);
ALTER TABLE ONLY public.tournaments_resultseat
    ADD CONSTRAINT tournaments_resultseat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_roundclock
    ADD CONSTRAINT tournaments_roundclock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_roundclock
    ADD CONSTRAINT tournaments_roundclock_round_id_key UNIQUE (round_id);
ALTER TABLE ONLY public.tournaments_rulesetversion
    ADD CONSTRAINT tournaments_rulesetversion_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scoreline_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_sealedbackup
    ADD CONSTRAINT tournaments_sealedbackup_mirror_id_key UNIQUE (mirror_id);
ALTER TABLE ONLY public.tournaments_sealedbackup
    ADD CONSTRAINT tournaments_sealedbackup_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_season
    ADD CONSTRAINT tournaments_season_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_season
    ADD CONSTRAINT tournaments_season_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.tournaments_seasonevent
    ADD CONSTRAINT tournaments_seasonevent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seasonmerge
    ADD CONSTRAINT tournaments_seasonmerge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seasonrole
    ADD CONSTRAINT tournaments_seasonrole_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seasonteammerge
    ADD CONSTRAINT tournaments_seasonteammerge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seat
    ADD CONSTRAINT tournaments_seat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seatclaim
    ADD CONSTRAINT tournaments_seatclaim_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seating
    ADD CONSTRAINT tournaments_seating_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seatingconstraint
    ADD CONSTRAINT tournaments_seatingconstraint_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seatingdraw_seatings
    ADD CONSTRAINT tournaments_seatingdraw__seatingdraw_id_seating_i_9d268bfa_uniq UNIQUE (seatingdraw_id, seating_id);
ALTER TABLE ONLY public.tournaments_seatingdraw
    ADD CONSTRAINT tournaments_seatingdraw_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seatingdraw_seatings
    ADD CONSTRAINT tournaments_seatingdraw_seatings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_seedcommitment
    ADD CONSTRAINT tournaments_seedcommitment_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_sentonce
    ADD CONSTRAINT tournaments_sentonce_key_key UNIQUE (key);
ALTER TABLE ONLY public.tournaments_sentonce
    ADD CONSTRAINT tournaments_sentonce_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_sheetphoto
    ADD CONSTRAINT tournaments_sheetphoto_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_signinlink
    ADD CONSTRAINT tournaments_signinlink_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.tournaments_signinlink
    ADD CONSTRAINT tournaments_signinlink_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_siteaddress
    ADD CONSTRAINT tournaments_siteaddress_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_sitechain
    ADD CONSTRAINT tournaments_sitechain_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_somebodyelse
    ADD CONSTRAINT tournaments_somebodyelse_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_sponsor
    ADD CONSTRAINT tournaments_sponsor_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_sponsorlogo
    ADD CONSTRAINT tournaments_sponsorlogo_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_sponsorlogo
    ADD CONSTRAINT tournaments_sponsorlogo_sponsor_id_key UNIQUE (sponsor_id);
ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT tournaments_stage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_stageentry
    ADD CONSTRAINT tournaments_stageentry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_stageteam
    ADD CONSTRAINT tournaments_stageteam_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_standin
    ADD CONSTRAINT tournaments_standin_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_storedfigures
    ADD CONSTRAINT tournaments_storedfigures_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_storedfigures
    ADD CONSTRAINT tournaments_storedfigures_tournament_id_key UNIQUE (tournament_id);
ALTER TABLE ONLY public.tournaments_storedratings
    ADD CONSTRAINT tournaments_storedratings_family_key UNIQUE (family);
ALTER TABLE ONLY public.tournaments_storedratings
    ADD CONSTRAINT tournaments_storedratings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_storedresult
    ADD CONSTRAINT tournaments_storedresult_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_storedschedule
    ADD CONSTRAINT tournaments_storedschedule_digest_key UNIQUE (digest);
ALTER TABLE ONLY public.tournaments_storedschedule
    ADD CONSTRAINT tournaments_storedschedule_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_storedstandings
    ADD CONSTRAINT tournaments_storedstandings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tablelog
    ADD CONSTRAINT tournaments_tablelog_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tableplace
    ADD CONSTRAINT tournaments_tableplace_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT tournaments_tableresult_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_team
    ADD CONSTRAINT tournaments_team_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_tournament
    ADD CONSTRAINT tournaments_tournament_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.tournaments_user_groups
    ADD CONSTRAINT tournaments_user_groups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_user_groups
    ADD CONSTRAINT tournaments_user_groups_user_id_group_id_e7f1ed06_uniq UNIQUE (user_id, group_id);
ALTER TABLE ONLY public.tournaments_user
    ADD CONSTRAINT tournaments_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_user_user_permissions
    ADD CONSTRAINT tournaments_user_user_pe_user_id_permission_id_ff450315_uniq UNIQUE (user_id, permission_id);
ALTER TABLE ONLY public.tournaments_user_user_permissions
    ADD CONSTRAINT tournaments_user_user_permissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_user
    ADD CONSTRAINT tournaments_user_username_key UNIQUE (username);
ALTER TABLE ONLY public.tournaments_webhook
    ADD CONSTRAINT tournaments_webhook_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_webhookmessage
    ADD CONSTRAINT tournaments_webhookmessage_delivery_key UNIQUE (delivery);
ALTER TABLE ONLY public.tournaments_webhookmessage
    ADD CONSTRAINT tournaments_webhookmessage_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_webhooksecret
    ADD CONSTRAINT tournaments_webhooksecret_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_webhooksecret
    ADD CONSTRAINT tournaments_webhooksecret_webhook_id_key UNIQUE (webhook_id);
ALTER TABLE ONLY public.tournaments_workerheartbeat
    ADD CONSTRAINT tournaments_workerheartbeat_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tournaments_webhook
    ADD CONSTRAINT webhook_number_once UNIQUE (tournament_id, number);
ALTER TABLE ONLY public.tournaments_webhook
    ADD CONSTRAINT webhook_season_number_once UNIQUE (season_id, number);
CREATE UNIQUE INDEX appeal_one_open ON public.judging_appeal USING btree (ruling_id) WHERE ((state)::text = 'open'::text);
CREATE INDEX audit_by_action ON public.tournaments_auditentry USING btree (tournament_id, action);
CREATE UNIQUE INDEX audit_site_sequence_once ON public.tournaments_auditentry USING btree (sequence) WHERE (tournament_id IS NULL);
CREATE INDEX auth_group_name_a6ea08ec_like ON public.auth_group USING btree (name varchar_pattern_ops);
CREATE INDEX auth_group_permissions_group_id_b120cbf9 ON public.auth_group_permissions USING btree (group_id);
CREATE INDEX auth_group_permissions_permission_id_84c5c92e ON public.auth_group_permissions USING btree (permission_id);
CREATE INDEX auth_permission_content_type_id_2f476e4b ON public.auth_permission USING btree (content_type_id);
CREATE INDEX axes_accessattempt_ip_address_10922d9c ON public.axes_accessattempt USING btree (ip_address);
CREATE INDEX axes_accessattempt_user_agent_ad89678b ON public.axes_accessattempt USING btree (user_agent);
CREATE INDEX axes_accessattempt_user_agent_ad89678b_like ON public.axes_accessattempt USING btree (user_agent varchar_pattern_ops);
CREATE INDEX axes_accessattempt_username_3f2d4ca0 ON public.axes_accessattempt USING btree (username);
CREATE INDEX axes_accessattempt_username_3f2d4ca0_like ON public.axes_accessattempt USING btree (username varchar_pattern_ops);
CREATE INDEX axes_accessfailurelog_ip_address_2e9f5a7f ON public.axes_accessfailurelog USING btree (ip_address);
CREATE INDEX axes_accessfailurelog_user_agent_ea145dda ON public.axes_accessfailurelog USING btree (user_agent);
CREATE INDEX axes_accessfailurelog_user_agent_ea145dda_like ON public.axes_accessfailurelog USING btree (user_agent varchar_pattern_ops);
CREATE INDEX axes_accessfailurelog_username_a8b7e8a4 ON public.axes_accessfailurelog USING btree (username);
CREATE INDEX axes_accessfailurelog_username_a8b7e8a4_like ON public.axes_accessfailurelog USING btree (username varchar_pattern_ops);
CREATE INDEX axes_accesslog_ip_address_86b417e5 ON public.axes_accesslog USING btree (ip_address);
CREATE INDEX axes_accesslog_user_agent_0e659004 ON public.axes_accesslog USING btree (user_agent);
CREATE INDEX axes_accesslog_user_agent_0e659004_like ON public.axes_accesslog USING btree (user_agent varchar_pattern_ops);
CREATE INDEX axes_accesslog_username_df93064b ON public.axes_accesslog USING btree (username);
CREATE INDEX axes_accesslog_username_df93064b_like ON public.axes_accesslog USING btree (username varchar_pattern_ops);
CREATE UNIQUE INDEX board_one_in_force ON public.tournaments_board USING btree (board_set_id, session, number) WHERE (retired_at IS NULL);
CREATE UNIQUE INDEX board_set_one_in_force ON public.tournaments_boardset USING btree (tournament_id) WHERE (withdrawn_at IS NULL);
CREATE UNIQUE INDEX call_one_open ON public.judging_call USING btree (table_id) WHERE ((state)::text = ANY ((ARRAY['waiting'::character varying, 'taken'::character varying, 'arrived'::character varying])::text[]));
CREATE UNIQUE INDEX confirmation_device_once ON public.tournaments_confirmation USING btree (result_id, device) WHERE ((NOT ((device)::text = ''::text)) AND ((initials)::text = ''::text));
CREATE INDEX django_session_expire_date_a5c62663 ON public.django_session USING btree (expire_date);
CREATE INDEX django_session_session_key_c0390e0f_like ON public.django_session USING btree (session_key varchar_pattern_ops);
CREATE INDEX email_state_due ON public.tournaments_email USING btree (state, send_after);
CREATE INDEX entry_folded_name ON public.tournaments_entry USING btree (folded_name);
CREATE UNIQUE INDEX forfeit_one_a_session ON public.tournaments_forfeit USING btree (entry_id, round_id) WHERE (((kind)::text = ANY ((ARRAY['session_lost'::character varying, 'substitute'::character varying])::text[])) AND (voided_at IS NULL));
CREATE UNIQUE INDEX forfeit_out_once ON public.tournaments_forfeit USING btree (entry_id) WHERE (((kind)::text = 'disqualified'::text) AND (voided_at IS NULL));
CREATE UNIQUE INDEX hand_number_once_while_open ON public.tournaments_handrecord USING btree (table_id, number) WHERE (result_id IS NULL);
CREATE INDEX job_state_sent ON public.tournaments_job USING btree (state, sent_at);
CREATE INDEX judging_appeal_by_entry_id_266319d3 ON public.judging_appeal USING btree (by_entry_id);
CREATE INDEX judging_appeal_decided_by_id_11f5e3a8 ON public.judging_appeal USING btree (decided_by_id);
CREATE INDEX judging_appeal_filed_by_id_45d7fa11 ON public.judging_appeal USING btree (filed_by_id);
CREATE INDEX judging_appeal_ruling_id_3ce55948 ON public.judging_appeal USING btree (ruling_id);
CREATE INDEX judging_call_table_id_0b060098 ON public.judging_call USING btree (table_id);
CREATE INDEX judging_call_taken_by_id_b06a9471 ON public.judging_call USING btree (taken_by_id);
CREATE INDEX judging_call_tournament_id_ebbd7e14 ON public.judging_call USING btree (tournament_id);
CREATE INDEX judging_case_opened_by_id_3742e29b ON public.judging_case USING btree (opened_by_id);
CREATE INDEX judging_case_result_id_40b7ccf4 ON public.judging_case USING btree (result_id);
CREATE INDEX judging_case_round_id_48fe5bca ON public.judging_case USING btree (round_id);
CREATE INDEX judging_case_table_id_42eaf733 ON public.judging_case USING btree (table_id);
CREATE INDEX judging_case_tournament_id_25289ac0 ON public.judging_case USING btree (tournament_id);
CREATE INDEX judging_claimrecord_case_id_a045d7d0 ON public.judging_claimrecord USING btree (case_id);
CREATE INDEX judging_claimrecord_recorded_by_id_5d23d257 ON public.judging_claimrecord USING btree (recorded_by_id);
CREATE INDEX judging_claimrecord_ruleset_id_73c035a5 ON public.judging_claimrecord USING btree (ruleset_id);
CREATE INDEX judging_desk_head_referee_id_fde64252 ON public.judging_desk USING btree (head_referee_id);
CREATE INDEX judging_handover_by_id_ea87eef4 ON public.judging_handover USING btree (by_id);
CREATE INDEX judging_handover_case_id_abc50775 ON public.judging_handover USING btree (case_id);
CREATE INDEX judging_handover_to_id_a42709e0 ON public.judging_handover USING btree (to_id);
CREATE INDEX judging_party_accepted_id_23ad10e2 ON public.judging_party USING btree (accepted_id);
CREATE INDEX judging_party_case_id_9da0aa4b ON public.judging_party USING btree (case_id);
CREATE INDEX judging_party_entry_id_4ce3332d ON public.judging_party USING btree (entry_id);
CREATE INDEX judging_ruling_case_id_e916fb4d ON public.judging_ruling USING btree (case_id);
CREATE INDEX judging_ruling_claim_id_a77d0e33 ON public.judging_ruling USING btree (claim_id);
CREATE INDEX judging_ruling_decided_by_id_e2748d81 ON public.judging_ruling USING btree (decided_by_id);
CREATE INDEX judging_rulingforfeit_ruling_id_dca01b96 ON public.judging_rulingforfeit USING btree (ruling_id);
CREATE INDEX judging_rulingline_ruling_id_e70b8783 ON public.judging_rulingline USING btree (ruling_id);
CREATE INDEX judging_sanction_entry_id_df73cd9d ON public.judging_sanction USING btree (entry_id);
CREATE INDEX judging_sanction_ruling_id_057562d0 ON public.judging_sanction USING btree (ruling_id);
CREATE INDEX public_file_state_asked ON public.tournaments_publicfile USING btree (state, asked_at);
CREATE UNIQUE INDEX result_one_confirmed ON public.tournaments_tableresult USING btree (table_id) WHERE ((state)::text = 'confirmed'::text);
CREATE UNIQUE INDEX ruling_one_in_force ON public.judging_ruling USING btree (case_id) WHERE in_force;
CREATE INDEX score_line_marks ON public.tournaments_scoreline USING btree (tournament_id, kind, round_id, result_id, created_at, voided_at);
CREATE INDEX score_line_valid ON public.tournaments_scoreline USING btree (tournament_id, voided_at);
CREATE UNIQUE INDEX seating_constraint_one_table ON public.tournaments_seatingconstraint USING btree (entry_id) WHERE ((kind)::text = 'fixed_table'::text);
CREATE UNIQUE INDEX seating_constraint_pair_once ON public.tournaments_seatingconstraint USING btree (kind, entry_id, other_id) WHERE (other_id IS NOT NULL);
CREATE UNIQUE INDEX seating_constraint_referee_once ON public.tournaments_seatingconstraint USING btree (entry_id) WHERE ((kind)::text = 'referee'::text);
CREATE UNIQUE INDEX seating_one_live ON public.tournaments_seating USING btree (round_id) WHERE ((state)::text = ANY ((ARRAY['published'::character varying, 'playing'::character varying])::text[]));
CREATE UNIQUE INDEX table_log_once ON public.tournaments_tablelog USING btree (table_id, digest) WHERE (removed_at IS NULL);
CREATE INDEX tournaments_absence_entry_id_38791b87 ON public.tournaments_absence USING btree (entry_id);
CREATE INDEX tournaments_absence_round_id_d7dd1f02 ON public.tournaments_absence USING btree (round_id);
CREATE INDEX tournaments_announcement_tournament_id_ba5b0055 ON public.tournaments_announcement USING btree (tournament_id);
CREATE INDEX tournaments_apitoken_digest_67441d59_like ON public.tournaments_apitoken USING btree (digest varchar_pattern_ops);
CREATE INDEX tournaments_apitoken_tournament_id_ad3e2659 ON public.tournaments_apitoken USING btree (tournament_id);
CREATE INDEX tournaments_apitoken_user_id_1e3017ca ON public.tournaments_apitoken USING btree (user_id);
CREATE INDEX tournaments_application_token_e71ad8ea_like ON public.tournaments_application USING btree (token varchar_pattern_ops);
CREATE INDEX tournaments_application_tournament_id_a455b04b ON public.tournaments_application USING btree (tournament_id);
CREATE INDEX tournaments_auditentry_actor_id_c0602373 ON public.tournaments_auditentry USING btree (actor_id);
CREATE INDEX tournaments_auditentry_tournament_id_5ddccdc3 ON public.tournaments_auditentry USING btree (tournament_id);
CREATE INDEX tournaments_award_category_id_80b8dc67 ON public.tournaments_award USING btree (category_id);
CREATE INDEX tournaments_award_tournament_id_37a30452 ON public.tournaments_award USING btree (tournament_id);
CREATE INDEX tournaments_awardwinner_award_id_ef434858 ON public.tournaments_awardwinner USING btree (award_id);
CREATE INDEX tournaments_awardwinner_entry_id_4c6d3c1f ON public.tournaments_awardwinner USING btree (entry_id);
CREATE INDEX tournaments_awardwinner_hand_id_9574c315 ON public.tournaments_awardwinner USING btree (hand_id);
CREATE INDEX tournaments_board_board_set_id_721b5287 ON public.tournaments_board USING btree (board_set_id);
CREATE INDEX tournaments_boardplay_board_id_3a7a5ef7 ON public.tournaments_boardplay USING btree (board_id);
CREATE INDEX tournaments_boardplay_entered_by_id_61ea3c64 ON public.tournaments_boardplay USING btree (entered_by_id);
CREATE INDEX tournaments_boardplay_ruled_by_id_74785b6f ON public.tournaments_boardplay USING btree (ruled_by_id);
CREATE INDEX tournaments_boardplay_table_id_42c4451e ON public.tournaments_boardplay USING btree (table_id);
CREATE INDEX tournaments_boardset_committed_by_id_5d4b7448 ON public.tournaments_boardset USING btree (committed_by_id);
CREATE INDEX tournaments_boardset_ruleset_id_f417de1c ON public.tournaments_boardset USING btree (ruleset_id);
CREATE INDEX tournaments_boardset_tournament_id_775f6a6f ON public.tournaments_boardset USING btree (tournament_id);
CREATE INDEX tournaments_category_tournament_id_00e3f359 ON public.tournaments_category USING btree (tournament_id);
CREATE INDEX tournaments_confirmation_entry_id_afab39a8 ON public.tournaments_confirmation USING btree (entry_id);
CREATE INDEX tournaments_confirmation_result_id_57ebc1fb ON public.tournaments_confirmation USING btree (result_id);
CREATE INDEX tournaments_confirmation_user_id_8204ab60 ON public.tournaments_confirmation USING btree (user_id);
CREATE INDEX tournaments_email_application_id_8a62fe5f ON public.tournaments_email USING btree (application_id);
CREATE INDEX tournaments_email_entry_id_c6f1dcce ON public.tournaments_email USING btree (entry_id);
CREATE INDEX tournaments_email_mailing_id_e25cb9ea ON public.tournaments_email USING btree (mailing_id);
CREATE INDEX tournaments_entry_account_id_10dda226 ON public.tournaments_entry USING btree (account_id);
CREATE INDEX tournaments_entry_substitute_for_id_17eb86bc ON public.tournaments_entry USING btree (substitute_for_id);
CREATE INDEX tournaments_entry_team_id_7a1bd6d8 ON public.tournaments_entry USING btree (team_id);
CREATE INDEX tournaments_entry_tournament_id_8241213d ON public.tournaments_entry USING btree (tournament_id);
CREATE INDEX tournaments_entryquestion_tournament_id_67cb22e4 ON public.tournaments_entryquestion USING btree (tournament_id);
CREATE INDEX tournaments_evening_token_af232d20_like ON public.tournaments_evening USING btree (token varchar_pattern_ops);
CREATE INDEX tournaments_eventpicture_tournament_id_a211e757 ON public.tournaments_eventpicture USING btree (tournament_id);
CREATE INDEX tournaments_fee_category_id_de9af731 ON public.tournaments_fee USING btree (category_id);
CREATE INDEX tournaments_fee_question_id_de10aa49 ON public.tournaments_fee USING btree (question_id);
CREATE INDEX tournaments_fee_tournament_id_4ca08cfe ON public.tournaments_fee USING btree (tournament_id);
CREATE INDEX tournaments_fetchedregistration_tournament_id_31d9aed0 ON public.tournaments_fetchedregistration USING btree (tournament_id);
CREATE INDEX tournaments_figuresums_entry_id_22b9d924 ON public.tournaments_figuresums USING btree (entry_id);
CREATE INDEX tournaments_figuresums_stored_id_380d9811 ON public.tournaments_figuresums USING btree (stored_id);
CREATE INDEX tournaments_forfeit_author_id_e6b0a664 ON public.tournaments_forfeit USING btree (author_id);
CREATE INDEX tournaments_forfeit_entry_id_8b012393 ON public.tournaments_forfeit USING btree (entry_id);
CREATE INDEX tournaments_forfeit_round_id_07a129c7 ON public.tournaments_forfeit USING btree (round_id);
CREATE INDEX tournaments_forfeit_tournament_id_de4ed009 ON public.tournaments_forfeit USING btree (tournament_id);
CREATE INDEX tournaments_forfeit_voided_by_id_a25dc965 ON public.tournaments_forfeit USING btree (voided_by_id);
CREATE INDEX tournaments_gametable_round_id_32ea980b ON public.tournaments_gametable USING btree (round_id);
CREATE INDEX tournaments_gametable_token_15b0ac39_like ON public.tournaments_gametable USING btree (token varchar_pattern_ops);
CREATE INDEX tournaments_handrecord_discarder_id_5affab99 ON public.tournaments_handrecord USING btree (discarder_id);
CREATE INDEX tournaments_handrecord_result_id_90fea839 ON public.tournaments_handrecord USING btree (result_id);
CREATE INDEX tournaments_handrecord_seating_id_d6db9592 ON public.tournaments_handrecord USING btree (seating_id);
CREATE INDEX tournaments_handrecord_table_id_24479f12 ON public.tournaments_handrecord USING btree (table_id);
CREATE INDEX tournaments_handrecord_winner_id_297310c8 ON public.tournaments_handrecord USING btree (winner_id);
CREATE INDEX tournaments_inputplace_record_id_3f6af917 ON public.tournaments_inputplace USING btree (record_id);
CREATE INDEX tournaments_inputrecord_made_by_id_fa8ed449 ON public.tournaments_inputrecord USING btree (made_by_id);
CREATE INDEX tournaments_inputrecord_seating_id_6a5b1c3c ON public.tournaments_inputrecord USING btree (seating_id);
CREATE INDEX tournaments_inputrecord_stage_id_0134bad5 ON public.tournaments_inputrecord USING btree (stage_id);
CREATE INDEX tournaments_inputrecord_tournament_id_6de24a28 ON public.tournaments_inputrecord USING btree (tournament_id);
CREATE INDEX tournaments_job_created_by_id_d5ef674e ON public.tournaments_job USING btree (created_by_id);
CREATE INDEX tournaments_job_tournament_id_6c22ee27 ON public.tournaments_job USING btree (tournament_id);
CREATE INDEX tournaments_lineup_round_id_c16567da ON public.tournaments_lineup USING btree (round_id);
CREATE INDEX tournaments_lineup_team_id_46928f7b ON public.tournaments_lineup USING btree (team_id);
CREATE INDEX tournaments_lineupplayer_entry_id_6e8d94ea ON public.tournaments_lineupplayer USING btree (entry_id);
CREATE INDEX tournaments_lineupplayer_line_up_id_191da64e ON public.tournaments_lineupplayer USING btree (line_up_id);
CREATE INDEX tournaments_mailing_created_by_id_4339115a ON public.tournaments_mailing USING btree (created_by_id);
CREATE INDEX tournaments_mailing_tournament_id_2c79d5be ON public.tournaments_mailing USING btree (tournament_id);
CREATE INDEX tournaments_membership_tournament_id_f0b8ea54 ON public.tournaments_membership USING btree (tournament_id);
CREATE INDEX tournaments_membership_user_id_82dc51f0 ON public.tournaments_membership USING btree (user_id);
CREATE INDEX tournaments_mergedentry_stays_id_4f5cdbec ON public.tournaments_mergedentry USING btree (stays_id);
CREATE INDEX tournaments_mergedlink_entry_id_0bdbad07 ON public.tournaments_mergedlink USING btree (entry_id);
CREATE INDEX tournaments_mergedlink_merge_id_9967fac5 ON public.tournaments_mergedlink USING btree (merge_id);
CREATE INDEX tournaments_mirror_digest_2566085b_like ON public.tournaments_mirror USING btree (digest varchar_pattern_ops);
CREATE INDEX tournaments_payment_entry_id_7ebd4442 ON public.tournaments_payment USING btree (entry_id);
CREATE INDEX tournaments_payment_tournament_id_4e19cb86 ON public.tournaments_payment USING btree (tournament_id);
CREATE INDEX tournaments_periodictask_name_6d162731_like ON public.tournaments_periodictask USING btree (name varchar_pattern_ops);
CREATE INDEX tournaments_person_key_a0482884_like ON public.tournaments_person USING btree (key varchar_pattern_ops);
CREATE INDEX tournaments_personentry_person_id_70561085 ON public.tournaments_personentry USING btree (person_id);
CREATE INDEX tournaments_personmerge_stays_id_ca6c2425 ON public.tournaments_personmerge USING btree (stays_id);
CREATE INDEX tournaments_personrating_person_id_09ec066c ON public.tournaments_personrating USING btree (person_id);
CREATE INDEX tournaments_personrating_stored_id_283fe08c ON public.tournaments_personrating USING btree (stored_id);
CREATE INDEX tournaments_playseat_board_id_24794f9d ON public.tournaments_playseat USING btree (board_id);
CREATE INDEX tournaments_playseat_entry_id_5209e5be ON public.tournaments_playseat USING btree (entry_id);
CREATE INDEX tournaments_playseat_play_id_206e8d85 ON public.tournaments_playseat USING btree (play_id);
CREATE INDEX tournaments_presence_entry_id_17232523 ON public.tournaments_presence USING btree (entry_id);
CREATE INDEX tournaments_prizehand_declared_by_id_c9fa6579 ON public.tournaments_prizehand USING btree (declared_by_id);
CREATE INDEX tournaments_prizehand_ruleset_id_f1af552b ON public.tournaments_prizehand USING btree (ruleset_id);
CREATE INDEX tournaments_prizehand_table_id_f62d30c6 ON public.tournaments_prizehand USING btree (table_id);
CREATE INDEX tournaments_prizehand_winner_id_3c6303ee ON public.tournaments_prizehand USING btree (winner_id);
CREATE INDEX tournaments_publicfile_key_55c1828e_like ON public.tournaments_publicfile USING btree (key varchar_pattern_ops);
CREATE INDEX tournaments_publicfile_tournament_id_ee12db15 ON public.tournaments_publicfile USING btree (tournament_id);
CREATE INDEX tournaments_replayupload_expires_at_ea1a0025 ON public.tournaments_replayupload USING btree (expires_at);
CREATE INDEX tournaments_replayupload_token_59dfb4dc_like ON public.tournaments_replayupload USING btree (token varchar_pattern_ops);
CREATE INDEX tournaments_resultseat_entry_id_e5028a3e ON public.tournaments_resultseat USING btree (entry_id);
CREATE INDEX tournaments_resultseat_result_id_fe6afcbd ON public.tournaments_resultseat USING btree (result_id);
CREATE INDEX tournaments_round_ruleset_id_062d9846 ON public.tournaments_round USING btree (ruleset_id);
CREATE INDEX tournaments_round_stage_id_04ccaf04 ON public.tournaments_round USING btree (stage_id);
CREATE INDEX tournaments_round_tournament_id_a359f4ed ON public.tournaments_round USING btree (tournament_id);
CREATE INDEX tournaments_rulesetversion_created_by_id_5211dfca ON public.tournaments_rulesetversion USING btree (created_by_id);
CREATE INDEX tournaments_rulesetversion_tournament_id_355b0e5d ON public.tournaments_rulesetversion USING btree (tournament_id);
CREATE INDEX tournaments_scoreline_author_id_8b505f5e ON public.tournaments_scoreline USING btree (author_id);
CREATE INDEX tournaments_scoreline_entry_id_5acace28 ON public.tournaments_scoreline USING btree (entry_id);
CREATE INDEX tournaments_scoreline_result_id_c8396fa2 ON public.tournaments_scoreline USING btree (result_id);
CREATE INDEX tournaments_scoreline_round_id_6e1559d1 ON public.tournaments_scoreline USING btree (round_id);
CREATE INDEX tournaments_scoreline_table_id_5e0c3629 ON public.tournaments_scoreline USING btree (table_id);
CREATE INDEX tournaments_scoreline_team_id_d44e857f ON public.tournaments_scoreline USING btree (team_id);
CREATE INDEX tournaments_scoreline_tournament_id_e5ae8c9a ON public.tournaments_scoreline USING btree (tournament_id);
CREATE INDEX tournaments_scoreline_voided_by_id_6879273f ON public.tournaments_scoreline USING btree (voided_by_id);
CREATE INDEX tournaments_season_slug_5b961b25_like ON public.tournaments_season USING btree (slug varchar_pattern_ops);
CREATE INDEX tournaments_seasonevent_season_id_7aa14cb4 ON public.tournaments_seasonevent USING btree (season_id);
CREATE INDEX tournaments_seasonevent_tournament_id_47e2821e ON public.tournaments_seasonevent USING btree (tournament_id);
CREATE INDEX tournaments_seasonmerge_entry_id_117d5ff2 ON public.tournaments_seasonmerge USING btree (entry_id);
CREATE INDEX tournaments_seasonmerge_same_as_id_3e36ea70 ON public.tournaments_seasonmerge USING btree (same_as_id);
CREATE INDEX tournaments_seasonmerge_season_id_df233b34 ON public.tournaments_seasonmerge USING btree (season_id);
CREATE INDEX tournaments_seasonrole_season_id_5a49fb91 ON public.tournaments_seasonrole USING btree (season_id);
CREATE INDEX tournaments_seasonrole_user_id_1c97c750 ON public.tournaments_seasonrole USING btree (user_id);
CREATE INDEX tournaments_seasonteammerge_same_as_id_f40cfc3a ON public.tournaments_seasonteammerge USING btree (same_as_id);
CREATE INDEX tournaments_seasonteammerge_season_id_3210632f ON public.tournaments_seasonteammerge USING btree (season_id);
CREATE INDEX tournaments_seasonteammerge_team_id_e46c8892 ON public.tournaments_seasonteammerge USING btree (team_id);
CREATE INDEX tournaments_seat_entry_id_ee75ad05 ON public.tournaments_seat USING btree (entry_id);
CREATE INDEX tournaments_seat_seating_id_b537e560 ON public.tournaments_seat USING btree (seating_id);
CREATE INDEX tournaments_seatclaim_entry_id_eaaedf0a ON public.tournaments_seatclaim USING btree (entry_id);
CREATE INDEX tournaments_seatclaim_table_id_eef67c8f ON public.tournaments_seatclaim USING btree (table_id);
CREATE INDEX tournaments_seating_based_on_id_c12cd367 ON public.tournaments_seating USING btree (based_on_id);
CREATE INDEX tournaments_seating_created_by_id_a95f1e51 ON public.tournaments_seating USING btree (created_by_id);
CREATE INDEX tournaments_seating_round_id_8688c118 ON public.tournaments_seating USING btree (round_id);
CREATE INDEX tournaments_seatingconstraint_entry_id_2ebdcc6e ON public.tournaments_seatingconstraint USING btree (entry_id);
CREATE INDEX tournaments_seatingconstraint_other_id_92b6df66 ON public.tournaments_seatingconstraint USING btree (other_id);
CREATE INDEX tournaments_seatingconstraint_tournament_id_b289b90c ON public.tournaments_seatingconstraint USING btree (tournament_id);
CREATE INDEX tournaments_seatingdraw_created_by_id_caf69e10 ON public.tournaments_seatingdraw USING btree (created_by_id);
CREATE INDEX tournaments_seatingdraw_seatings_seating_id_56321f3d ON public.tournaments_seatingdraw_seatings USING btree (seating_id);
CREATE INDEX tournaments_seatingdraw_seatings_seatingdraw_id_01da7e67 ON public.tournaments_seatingdraw_seatings USING btree (seatingdraw_id);
CREATE INDEX tournaments_seatingdraw_tournament_id_de3b4a55 ON public.tournaments_seatingdraw USING btree (tournament_id);
CREATE INDEX tournaments_seatingdraw_under_id_79d5efb8 ON public.tournaments_seatingdraw USING btree (under_id);
CREATE INDEX tournaments_seedcommitment_created_by_id_b8fc7aef ON public.tournaments_seedcommitment USING btree (created_by_id);
CREATE INDEX tournaments_seedcommitment_tournament_id_7817e18a ON public.tournaments_seedcommitment USING btree (tournament_id);
CREATE INDEX tournaments_sentonce_key_a80774b2_like ON public.tournaments_sentonce USING btree (key varchar_pattern_ops);
CREATE INDEX tournaments_sheetphoto_added_by_entry_id_3808dc7a ON public.tournaments_sheetphoto USING btree (added_by_entry_id);
CREATE INDEX tournaments_sheetphoto_added_by_id_f5c19445 ON public.tournaments_sheetphoto USING btree (added_by_id);
CREATE INDEX tournaments_sheetphoto_table_id_1d04aa46 ON public.tournaments_sheetphoto USING btree (table_id);
CREATE INDEX tournaments_signinlink_digest_b3054741_like ON public.tournaments_signinlink USING btree (digest varchar_pattern_ops);
CREATE INDEX tournaments_signinlink_user_id_8c487698 ON public.tournaments_signinlink USING btree (user_id);
CREATE INDEX tournaments_somebodyelse_entry_id_9a714559 ON public.tournaments_somebodyelse USING btree (entry_id);
CREATE INDEX tournaments_somebodyelse_person_id_80a26c2d ON public.tournaments_somebodyelse USING btree (person_id);
CREATE INDEX tournaments_sponsor_tournament_id_57d8f18e ON public.tournaments_sponsor USING btree (tournament_id);
CREATE INDEX tournaments_stage_tournament_id_fdefbf65 ON public.tournaments_stage USING btree (tournament_id);
CREATE INDEX tournaments_stageentry_entry_id_10193a42 ON public.tournaments_stageentry USING btree (entry_id);
CREATE INDEX tournaments_stageentry_stage_id_55896d72 ON public.tournaments_stageentry USING btree (stage_id);
CREATE INDEX tournaments_stageteam_stage_id_55793465 ON public.tournaments_stageteam USING btree (stage_id);
CREATE INDEX tournaments_stageteam_team_id_8a3dd9c4 ON public.tournaments_stageteam USING btree (team_id);
CREATE INDEX tournaments_standin_entry_id_44d3eaa2 ON public.tournaments_standin USING btree (entry_id);
CREATE INDEX tournaments_standin_plays_for_id_0e236ea4 ON public.tournaments_standin USING btree (plays_for_id);
CREATE INDEX tournaments_standin_round_id_38525f1e ON public.tournaments_standin USING btree (round_id);
CREATE INDEX tournaments_storedratings_family_75b6f8b6_like ON public.tournaments_storedratings USING btree (family varchar_pattern_ops);
CREATE INDEX tournaments_storedresult_entry_id_4665b1e8 ON public.tournaments_storedresult USING btree (entry_id);
CREATE INDEX tournaments_storedresult_standings_id_3fa0d51c ON public.tournaments_storedresult USING btree (standings_id);
CREATE INDEX tournaments_storedresult_team_id_1a05ee98 ON public.tournaments_storedresult USING btree (team_id);
CREATE INDEX tournaments_storedschedule_created_by_id_b97884f0 ON public.tournaments_storedschedule USING btree (created_by_id);
CREATE INDEX tournaments_storedschedule_digest_6750cd87_like ON public.tournaments_storedschedule USING btree (digest varchar_pattern_ops);
CREATE INDEX tournaments_storedschedule_tournament_id_33841339 ON public.tournaments_storedschedule USING btree (tournament_id);
CREATE INDEX tournaments_storedstandings_tournament_id_afb4a4c8 ON public.tournaments_storedstandings USING btree (tournament_id);
CREATE INDEX tournaments_tablelog_attached_by_id_f61489f1 ON public.tournaments_tablelog USING btree (attached_by_id);
CREATE INDEX tournaments_tablelog_table_id_8c16a241 ON public.tournaments_tablelog USING btree (table_id);
CREATE INDEX tournaments_tableplace_tournament_id_11277b5e ON public.tournaments_tableplace USING btree (tournament_id);
CREATE INDEX tournaments_tableresult_again_by_entry_id_5ef36b4d ON public.tournaments_tableresult USING btree (again_by_entry_id);
CREATE INDEX tournaments_tableresult_again_by_id_0c1f123c ON public.tournaments_tableresult USING btree (again_by_id);
CREATE INDEX tournaments_tableresult_entered_by_entry_id_0ea85297 ON public.tournaments_tableresult USING btree (entered_by_entry_id);
CREATE INDEX tournaments_tableresult_entered_by_id_0e2210d0 ON public.tournaments_tableresult USING btree (entered_by_id);
CREATE INDEX tournaments_tableresult_ruleset_id_dd178491 ON public.tournaments_tableresult USING btree (ruleset_id);
CREATE INDEX tournaments_tableresult_table_id_0499f0f2 ON public.tournaments_tableresult USING btree (table_id);
CREATE INDEX tournaments_team_tournament_id_b3f02e2a ON public.tournaments_team USING btree (tournament_id);
CREATE INDEX tournaments_tournament_slug_ae40c1a4_like ON public.tournaments_tournament USING btree (slug varchar_pattern_ops);
CREATE INDEX tournaments_user_acted_at_id_eceff79e ON public.tournaments_user USING btree (acted_at_id);
CREATE INDEX tournaments_user_groups_group_id_772064b6 ON public.tournaments_user_groups USING btree (group_id);
CREATE INDEX tournaments_user_groups_user_id_b728e876 ON public.tournaments_user_groups USING btree (user_id);
CREATE INDEX tournaments_user_user_permissions_permission_id_8e2c4bb2 ON public.tournaments_user_user_permissions USING btree (permission_id);
CREATE INDEX tournaments_user_user_permissions_user_id_2c4da242 ON public.tournaments_user_user_permissions USING btree (user_id);
CREATE INDEX tournaments_user_username_6644a91f_like ON public.tournaments_user USING btree (username varchar_pattern_ops);
CREATE INDEX tournaments_webhook_season_id_4acd62ad ON public.tournaments_webhook USING btree (season_id);
CREATE INDEX tournaments_webhook_tournament_id_0ae9a3c3 ON public.tournaments_webhook USING btree (tournament_id);
CREATE INDEX tournaments_webhookmessage_tournament_id_fb3297c4 ON public.tournaments_webhookmessage USING btree (tournament_id);
CREATE INDEX tournaments_webhookmessage_webhook_id_2dbc6b1f ON public.tournaments_webhookmessage USING btree (webhook_id);
CREATE INDEX webhook_messages_waiting ON public.tournaments_webhookmessage USING btree (state, webhook_id);
CREATE TRIGGER agreed_rules_stay BEFORE UPDATE ON public.tournaments_rulesetversion FOR EACH ROW EXECUTE FUNCTION public.agreed_rules_stay_now();
CREATE TRIGGER audit_entries_stay BEFORE DELETE OR UPDATE ON public.tournaments_auditentry FOR EACH ROW EXECUTE FUNCTION public.audit_entries_stay();
CREATE TRIGGER board_play_late BEFORE INSERT ON public.tournaments_boardplay FOR EACH ROW EXECUTE FUNCTION public.board_play_late_now();
CREATE TRIGGER board_play_over BEFORE UPDATE ON public.tournaments_boardplay FOR EACH ROW EXECUTE FUNCTION public.board_play_over_now();
CREATE TRIGGER board_set_stays BEFORE UPDATE ON public.tournaments_boardset FOR EACH ROW EXECUTE FUNCTION public.board_set_stays_now();
CREATE TRIGGER board_stays BEFORE UPDATE ON public.tournaments_board FOR EACH ROW WHEN (((old.board_set_id IS DISTINCT FROM new.board_set_id) OR (old.session IS DISTINCT FROM new.session) OR (old.number IS DISTINCT FROM new.number) OR (old.reserve IS DISTINCT FROM new.reserve) OR (old.prevalent_wind IS DISTINCT FROM new.prevalent_wind) OR (old.sealed_deal IS DISTINCT FROM new.sealed_deal) OR ((old.digest)::text IS DISTINCT FROM (new.digest)::text) OR ((old.text <> ''::text) AND (old.text IS DISTINCT FROM new.text)))) EXECUTE FUNCTION public.board_stays();
CREATE TRIGGER personal_values_stay BEFORE UPDATE ON public.tournaments_personalvalue FOR EACH ROW EXECUTE FUNCTION public.personal_values_stay_now();
CREATE TRIGGER play_seat_over BEFORE UPDATE ON public.tournaments_playseat FOR EACH ROW EXECUTE FUNCTION public.play_seat_over_now();
CREATE TRIGGER rehearsal_stays BEFORE UPDATE ON public.tournaments_tournament FOR EACH ROW WHEN ((old.rehearsal IS DISTINCT FROM new.rehearsal)) EXECUTE FUNCTION public.rehearsal_stays();
CREATE TRIGGER seed_commitment_stays BEFORE UPDATE ON public.tournaments_seedcommitment FOR EACH ROW EXECUTE FUNCTION public.seed_commitment_stays();
CREATE TRIGGER seed_shares_stay BEFORE UPDATE ON public.tournaments_boardset FOR EACH ROW EXECUTE FUNCTION public.seed_shares_stay_now();
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissio_permission_id_84c5c92e_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_group_permissions
    ADD CONSTRAINT auth_group_permissions_group_id_b120cbf9_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.auth_permission
    ADD CONSTRAINT auth_permission_content_type_id_2f476e4b_fk_django_co FOREIGN KEY (content_type_id) REFERENCES public.django_content_type(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.axes_accessattemptexpiration
    ADD CONSTRAINT axes_accessattemptex_access_attempt_id_6b73a47a_fk_axes_acce FOREIGN KEY (access_attempt_id) REFERENCES public.axes_accessattempt(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_appeal
    ADD CONSTRAINT judging_appeal_by_entry_id_266319d3_fk_tournaments_entry_id FOREIGN KEY (by_entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_appeal
    ADD CONSTRAINT judging_appeal_decided_by_id_11f5e3a8_fk_tournaments_user_id FOREIGN KEY (decided_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_appeal
    ADD CONSTRAINT judging_appeal_filed_by_id_45d7fa11_fk_tournaments_user_id FOREIGN KEY (filed_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_appeal
    ADD CONSTRAINT judging_appeal_new_ruling_id_0cb5817c_fk_judging_ruling_id FOREIGN KEY (new_ruling_id) REFERENCES public.judging_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_appeal
    ADD CONSTRAINT judging_appeal_ruling_id_3ce55948_fk_judging_ruling_id FOREIGN KEY (ruling_id) REFERENCES public.judging_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_call
    ADD CONSTRAINT judging_call_table_id_0b060098_fk_tournaments_gametable_id FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_call
    ADD CONSTRAINT judging_call_taken_by_id_b06a9471_fk_tournaments_user_id FOREIGN KEY (taken_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_call
    ADD CONSTRAINT judging_call_tournament_id_ebbd7e14_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_call_id_b7c7deab_fk_judging_call_id FOREIGN KEY (call_id) REFERENCES public.judging_call(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_opened_by_id_3742e29b_fk_tournaments_user_id FOREIGN KEY (opened_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_result_id_40b7ccf4_fk_tournaments_tableresult_id FOREIGN KEY (result_id) REFERENCES public.tournaments_tableresult(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_round_id_48fe5bca_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_table_id_42eaf733_fk_tournaments_gametable_id FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_case
    ADD CONSTRAINT judging_case_tournament_id_25289ac0_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_claimrecord
    ADD CONSTRAINT judging_claimrecord_case_id_a045d7d0_fk_judging_case_id FOREIGN KEY (case_id) REFERENCES public.judging_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_claimrecord
    ADD CONSTRAINT judging_claimrecord_recorded_by_id_5d23d257_fk_tournamen FOREIGN KEY (recorded_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_claimrecord
    ADD CONSTRAINT judging_claimrecord_ruleset_id_73c035a5_fk_tournamen FOREIGN KEY (ruleset_id) REFERENCES public.tournaments_rulesetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_desk
    ADD CONSTRAINT judging_desk_head_referee_id_fde64252_fk_tournaments_user_id FOREIGN KEY (head_referee_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_desk
    ADD CONSTRAINT judging_desk_tournament_id_ff77c4c0_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_handover
    ADD CONSTRAINT judging_handover_by_id_ea87eef4_fk_tournaments_user_id FOREIGN KEY (by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_handover
    ADD CONSTRAINT judging_handover_case_id_abc50775_fk_judging_case_id FOREIGN KEY (case_id) REFERENCES public.judging_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_handover
    ADD CONSTRAINT judging_handover_to_id_a42709e0_fk_tournaments_user_id FOREIGN KEY (to_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_party
    ADD CONSTRAINT judging_party_accepted_id_23ad10e2_fk_judging_ruling_id FOREIGN KEY (accepted_id) REFERENCES public.judging_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_party
    ADD CONSTRAINT judging_party_case_id_9da0aa4b_fk_judging_case_id FOREIGN KEY (case_id) REFERENCES public.judging_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_party
    ADD CONSTRAINT judging_party_entry_id_4ce3332d_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_ruling
    ADD CONSTRAINT judging_ruling_case_id_e916fb4d_fk_judging_case_id FOREIGN KEY (case_id) REFERENCES public.judging_case(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_ruling
    ADD CONSTRAINT judging_ruling_claim_id_a77d0e33_fk_judging_claimrecord_id FOREIGN KEY (claim_id) REFERENCES public.judging_claimrecord(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_ruling
    ADD CONSTRAINT judging_ruling_decided_by_id_e2748d81_fk_tournaments_user_id FOREIGN KEY (decided_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_ruling
    ADD CONSTRAINT judging_ruling_supersedes_id_6054ff44_fk_judging_ruling_id FOREIGN KEY (supersedes_id) REFERENCES public.judging_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_rulingforfeit
    ADD CONSTRAINT judging_rulingforfei_forfeit_id_60480afe_fk_tournamen FOREIGN KEY (forfeit_id) REFERENCES public.tournaments_forfeit(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_rulingforfeit
    ADD CONSTRAINT judging_rulingforfeit_ruling_id_dca01b96_fk_judging_ruling_id FOREIGN KEY (ruling_id) REFERENCES public.judging_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_rulingline
    ADD CONSTRAINT judging_rulingline_line_id_50030a30_fk_tournaments_scoreline_id FOREIGN KEY (line_id) REFERENCES public.tournaments_scoreline(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_rulingline
    ADD CONSTRAINT judging_rulingline_ruling_id_e70b8783_fk_judging_ruling_id FOREIGN KEY (ruling_id) REFERENCES public.judging_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_sanction
    ADD CONSTRAINT judging_sanction_entry_id_df73cd9d_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.judging_sanction
    ADD CONSTRAINT judging_sanction_ruling_id_057562d0_fk_judging_ruling_id FOREIGN KEY (ruling_id) REFERENCES public.judging_ruling(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_absence
    ADD CONSTRAINT tournaments_absence_entry_id_38791b87_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_absence
    ADD CONSTRAINT tournaments_absence_round_id_d7dd1f02_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_announcement
    ADD CONSTRAINT tournaments_announce_tournament_id_ba5b0055_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_apitoken
    ADD CONSTRAINT tournaments_apitoken_tournament_id_ad3e2659_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_apitoken
    ADD CONSTRAINT tournaments_apitoken_user_id_1e3017ca_fk_tournaments_user_id FOREIGN KEY (user_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_application
    ADD CONSTRAINT tournaments_applicat_entry_id_dfc877ce_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_application
    ADD CONSTRAINT tournaments_applicat_tournament_id_a455b04b_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_auditentry
    ADD CONSTRAINT tournaments_auditent_tournament_id_5ddccdc3_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_auditentry
    ADD CONSTRAINT tournaments_auditentry_actor_id_c0602373_fk_tournaments_user_id FOREIGN KEY (actor_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_award
    ADD CONSTRAINT tournaments_award_category_id_80b8dc67_fk_tournamen FOREIGN KEY (category_id) REFERENCES public.tournaments_category(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_award
    ADD CONSTRAINT tournaments_award_tournament_id_37a30452_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_awardwinner
    ADD CONSTRAINT tournaments_awardwin_award_id_ef434858_fk_tournamen FOREIGN KEY (award_id) REFERENCES public.tournaments_award(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_awardwinner
    ADD CONSTRAINT tournaments_awardwin_entry_id_4c6d3c1f_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_awardwinner
    ADD CONSTRAINT tournaments_awardwin_hand_id_9574c315_fk_tournamen FOREIGN KEY (hand_id) REFERENCES public.tournaments_prizehand(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_board
    ADD CONSTRAINT tournaments_board_board_set_id_721b5287_fk_tournamen FOREIGN KEY (board_set_id) REFERENCES public.tournaments_boardset(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_boardplay
    ADD CONSTRAINT tournaments_boardpla_entered_by_id_61ea3c64_fk_tournamen FOREIGN KEY (entered_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_boardplay
    ADD CONSTRAINT tournaments_boardpla_ruled_by_id_74785b6f_fk_tournamen FOREIGN KEY (ruled_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_boardplay
    ADD CONSTRAINT tournaments_boardpla_table_id_42c4451e_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_boardplay
    ADD CONSTRAINT tournaments_boardplay_board_id_3a7a5ef7_fk_tournaments_board_id FOREIGN KEY (board_id) REFERENCES public.tournaments_board(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_boardset
    ADD CONSTRAINT tournaments_boardset_committed_by_id_5d4b7448_fk_tournamen FOREIGN KEY (committed_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_boardset
    ADD CONSTRAINT tournaments_boardset_ruleset_id_f417de1c_fk_tournamen FOREIGN KEY (ruleset_id) REFERENCES public.tournaments_rulesetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_boardset
    ADD CONSTRAINT tournaments_boardset_tournament_id_775f6a6f_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_category
    ADD CONSTRAINT tournaments_category_tournament_id_00e3f359_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_confirmation
    ADD CONSTRAINT tournaments_confirma_entry_id_afab39a8_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_confirmation
    ADD CONSTRAINT tournaments_confirma_result_id_57ebc1fb_fk_tournamen FOREIGN KEY (result_id) REFERENCES public.tournaments_tableresult(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_confirmation
    ADD CONSTRAINT tournaments_confirma_user_id_8204ab60_fk_tournamen FOREIGN KEY (user_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_email
    ADD CONSTRAINT tournaments_email_application_id_8a62fe5f_fk_tournamen FOREIGN KEY (application_id) REFERENCES public.tournaments_application(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_email
    ADD CONSTRAINT tournaments_email_entry_id_c6f1dcce_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_email
    ADD CONSTRAINT tournaments_email_mailing_id_e25cb9ea_fk_tournaments_mailing_id FOREIGN KEY (mailing_id) REFERENCES public.tournaments_mailing(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_account_id_10dda226_fk_tournaments_user_id FOREIGN KEY (account_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_substitute_for_id_17eb86bc_fk_tournamen FOREIGN KEY (substitute_for_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_team_id_7a1bd6d8_fk_tournaments_team_id FOREIGN KEY (team_id) REFERENCES public.tournaments_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entry
    ADD CONSTRAINT tournaments_entry_tournament_id_8241213d_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_entryquestion
    ADD CONSTRAINT tournaments_entryque_tournament_id_67cb22e4_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_evening
    ADD CONSTRAINT tournaments_evening_tournament_id_0f990ddd_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_eventpicture
    ADD CONSTRAINT tournaments_eventpic_tournament_id_a211e757_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_fee
    ADD CONSTRAINT tournaments_fee_category_id_de9af731_fk_tournaments_category_id FOREIGN KEY (category_id) REFERENCES public.tournaments_category(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_fee
    ADD CONSTRAINT tournaments_fee_question_id_de10aa49_fk_tournamen FOREIGN KEY (question_id) REFERENCES public.tournaments_entryquestion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_fee
    ADD CONSTRAINT tournaments_fee_tournament_id_4ca08cfe_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_feedesk
    ADD CONSTRAINT tournaments_feedesk_tournament_id_749b3bf2_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_fetchedregistration
    ADD CONSTRAINT tournaments_fetchedr_tournament_id_31d9aed0_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_figuresums
    ADD CONSTRAINT tournaments_figuresu_entry_id_22b9d924_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_figuresums
    ADD CONSTRAINT tournaments_figuresu_stored_id_380d9811_fk_tournamen FOREIGN KEY (stored_id) REFERENCES public.tournaments_storedfigures(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_forfeit
    ADD CONSTRAINT tournaments_forfeit_author_id_e6b0a664_fk_tournaments_user_id FOREIGN KEY (author_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_forfeit
    ADD CONSTRAINT tournaments_forfeit_entry_id_8b012393_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_forfeit
    ADD CONSTRAINT tournaments_forfeit_round_id_07a129c7_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_forfeit
    ADD CONSTRAINT tournaments_forfeit_tournament_id_de4ed009_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_forfeit
    ADD CONSTRAINT tournaments_forfeit_voided_by_id_a25dc965_fk_tournamen FOREIGN KEY (voided_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_gametable
    ADD CONSTRAINT tournaments_gametable_round_id_32ea980b_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_handrecord
    ADD CONSTRAINT tournaments_handreco_discarder_id_5affab99_fk_tournamen FOREIGN KEY (discarder_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_handrecord
    ADD CONSTRAINT tournaments_handreco_result_id_90fea839_fk_tournamen FOREIGN KEY (result_id) REFERENCES public.tournaments_tableresult(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_handrecord
    ADD CONSTRAINT tournaments_handreco_seating_id_d6db9592_fk_tournamen FOREIGN KEY (seating_id) REFERENCES public.tournaments_seating(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_handrecord
    ADD CONSTRAINT tournaments_handreco_table_id_24479f12_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_handrecord
    ADD CONSTRAINT tournaments_handreco_winner_id_297310c8_fk_tournamen FOREIGN KEY (winner_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_inputplace
    ADD CONSTRAINT tournaments_inputpla_record_id_3f6af917_fk_tournamen FOREIGN KEY (record_id) REFERENCES public.tournaments_inputrecord(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_inputrecord
    ADD CONSTRAINT tournaments_inputrec_made_by_id_fa8ed449_fk_tournamen FOREIGN KEY (made_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_inputrecord
    ADD CONSTRAINT tournaments_inputrec_seating_id_6a5b1c3c_fk_tournamen FOREIGN KEY (seating_id) REFERENCES public.tournaments_seating(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_inputrecord
    ADD CONSTRAINT tournaments_inputrec_stage_id_0134bad5_fk_tournamen FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_inputrecord
    ADD CONSTRAINT tournaments_inputrec_tournament_id_6de24a28_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_job
    ADD CONSTRAINT tournaments_job_created_by_id_d5ef674e_fk_tournaments_user_id FOREIGN KEY (created_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_job
    ADD CONSTRAINT tournaments_job_tournament_id_6c22ee27_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_lineup
    ADD CONSTRAINT tournaments_lineup_round_id_c16567da_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_lineup
    ADD CONSTRAINT tournaments_lineup_team_id_46928f7b_fk_tournaments_team_id FOREIGN KEY (team_id) REFERENCES public.tournaments_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_lineupplayer
    ADD CONSTRAINT tournaments_lineuppl_entry_id_6e8d94ea_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_lineupplayer
    ADD CONSTRAINT tournaments_lineuppl_line_up_id_191da64e_fk_tournamen FOREIGN KEY (line_up_id) REFERENCES public.tournaments_lineup(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_loan
    ADD CONSTRAINT tournaments_loan_tournament_id_81145a7d_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_mailing
    ADD CONSTRAINT tournaments_mailing_created_by_id_4339115a_fk_tournamen FOREIGN KEY (created_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_mailing
    ADD CONSTRAINT tournaments_mailing_tournament_id_2c79d5be_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_membership
    ADD CONSTRAINT tournaments_membersh_tournament_id_f0b8ea54_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_membership
    ADD CONSTRAINT tournaments_membership_user_id_82dc51f0_fk_tournaments_user_id FOREIGN KEY (user_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_mergedentry
    ADD CONSTRAINT tournaments_mergeden_stays_id_4f5cdbec_fk_tournamen FOREIGN KEY (stays_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_mergedlink
    ADD CONSTRAINT tournaments_mergedli_entry_id_0bdbad07_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_mergedlink
    ADD CONSTRAINT tournaments_mergedli_merge_id_9967fac5_fk_tournamen FOREIGN KEY (merge_id) REFERENCES public.tournaments_personmerge(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_mirror
    ADD CONSTRAINT tournaments_mirror_tournament_id_81630947_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_payment
    ADD CONSTRAINT tournaments_payment_entry_id_7ebd4442_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_payment
    ADD CONSTRAINT tournaments_payment_tournament_id_4e19cb86_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_personalvalue
    ADD CONSTRAINT tournaments_personal_entry_id_ab0d95f1_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_auditentry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_personentry
    ADD CONSTRAINT tournaments_personen_entry_id_be9e58bf_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_personentry
    ADD CONSTRAINT tournaments_personen_person_id_70561085_fk_tournamen FOREIGN KEY (person_id) REFERENCES public.tournaments_person(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_personmerge
    ADD CONSTRAINT tournaments_personme_goes_id_abc05c8d_fk_tournamen FOREIGN KEY (goes_id) REFERENCES public.tournaments_person(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_personmerge
    ADD CONSTRAINT tournaments_personme_stays_id_ca6c2425_fk_tournamen FOREIGN KEY (stays_id) REFERENCES public.tournaments_person(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_personrating
    ADD CONSTRAINT tournaments_personra_person_id_09ec066c_fk_tournamen FOREIGN KEY (person_id) REFERENCES public.tournaments_person(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_personrating
    ADD CONSTRAINT tournaments_personra_stored_id_283fe08c_fk_tournamen FOREIGN KEY (stored_id) REFERENCES public.tournaments_storedratings(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_playseat
    ADD CONSTRAINT tournaments_playseat_board_id_24794f9d_fk_tournaments_board_id FOREIGN KEY (board_id) REFERENCES public.tournaments_board(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_playseat
    ADD CONSTRAINT tournaments_playseat_entry_id_5209e5be_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_playseat
    ADD CONSTRAINT tournaments_playseat_play_id_206e8d85_fk_tournamen FOREIGN KEY (play_id) REFERENCES public.tournaments_boardplay(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_portrait
    ADD CONSTRAINT tournaments_portrait_entry_id_96d30d06_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_presence
    ADD CONSTRAINT tournaments_presence_entry_id_17232523_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_prizehand
    ADD CONSTRAINT tournaments_prizehan_declared_by_id_c9fa6579_fk_tournamen FOREIGN KEY (declared_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_prizehand
    ADD CONSTRAINT tournaments_prizehan_ruleset_id_f1af552b_fk_tournamen FOREIGN KEY (ruleset_id) REFERENCES public.tournaments_rulesetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_prizehand
    ADD CONSTRAINT tournaments_prizehan_table_id_f62d30c6_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_prizehand
    ADD CONSTRAINT tournaments_prizehan_winner_id_3c6303ee_fk_tournamen FOREIGN KEY (winner_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_publicationkey
    ADD CONSTRAINT tournaments_publicat_publication_id_d92094df_fk_tournamen FOREIGN KEY (publication_id) REFERENCES public.tournaments_publication(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_publication
    ADD CONSTRAINT tournaments_publicat_tournament_id_c781089b_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_publicfile
    ADD CONSTRAINT tournaments_publicfi_tournament_id_ee12db15_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_registrationdesk
    ADD CONSTRAINT tournaments_registra_tournament_id_caa6417c_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_resultseat
    ADD CONSTRAINT tournaments_resultse_entry_id_e5028a3e_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_resultseat
    ADD CONSTRAINT tournaments_resultse_result_id_fe6afcbd_fk_tournamen FOREIGN KEY (result_id) REFERENCES public.tournaments_tableresult(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_ruleset_id_062d9846_fk_tournamen FOREIGN KEY (ruleset_id) REFERENCES public.tournaments_rulesetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_stage_id_04ccaf04_fk_tournaments_stage_id FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_round
    ADD CONSTRAINT tournaments_round_tournament_id_a359f4ed_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_roundclock
    ADD CONSTRAINT tournaments_roundclo_round_id_0546b489_fk_tournamen FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_rulesetversion
    ADD CONSTRAINT tournaments_rulesetv_created_by_id_5211dfca_fk_tournamen FOREIGN KEY (created_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_rulesetversion
    ADD CONSTRAINT tournaments_rulesetv_tournament_id_355b0e5d_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scorelin_result_id_c8396fa2_fk_tournamen FOREIGN KEY (result_id) REFERENCES public.tournaments_tableresult(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scorelin_table_id_5e0c3629_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scorelin_tournament_id_e5ae8c9a_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scorelin_voided_by_id_6879273f_fk_tournamen FOREIGN KEY (voided_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scoreline_author_id_8b505f5e_fk_tournaments_user_id FOREIGN KEY (author_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scoreline_entry_id_5acace28_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scoreline_round_id_6e1559d1_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_scoreline
    ADD CONSTRAINT tournaments_scoreline_team_id_d44e857f_fk_tournaments_team_id FOREIGN KEY (team_id) REFERENCES public.tournaments_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_sealedbackup
    ADD CONSTRAINT tournaments_sealedba_mirror_id_31cf20b2_fk_tournamen FOREIGN KEY (mirror_id) REFERENCES public.tournaments_mirror(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonevent
    ADD CONSTRAINT tournaments_seasonev_season_id_7aa14cb4_fk_tournamen FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonevent
    ADD CONSTRAINT tournaments_seasonev_tournament_id_47e2821e_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonmerge
    ADD CONSTRAINT tournaments_seasonme_entry_id_117d5ff2_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonmerge
    ADD CONSTRAINT tournaments_seasonme_same_as_id_3e36ea70_fk_tournamen FOREIGN KEY (same_as_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonmerge
    ADD CONSTRAINT tournaments_seasonme_season_id_df233b34_fk_tournamen FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonrole
    ADD CONSTRAINT tournaments_seasonro_season_id_5a49fb91_fk_tournamen FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonrole
    ADD CONSTRAINT tournaments_seasonrole_user_id_1c97c750_fk_tournaments_user_id FOREIGN KEY (user_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonteammerge
    ADD CONSTRAINT tournaments_seasonte_same_as_id_f40cfc3a_fk_tournamen FOREIGN KEY (same_as_id) REFERENCES public.tournaments_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonteammerge
    ADD CONSTRAINT tournaments_seasonte_season_id_3210632f_fk_tournamen FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seasonteammerge
    ADD CONSTRAINT tournaments_seasonte_team_id_e46c8892_fk_tournamen FOREIGN KEY (team_id) REFERENCES public.tournaments_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seat
    ADD CONSTRAINT tournaments_seat_entry_id_ee75ad05_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seat
    ADD CONSTRAINT tournaments_seat_seating_id_b537e560_fk_tournaments_seating_id FOREIGN KEY (seating_id) REFERENCES public.tournaments_seating(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatclaim
    ADD CONSTRAINT tournaments_seatclai_table_id_eef67c8f_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatclaim
    ADD CONSTRAINT tournaments_seatclaim_entry_id_eaaedf0a_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seating
    ADD CONSTRAINT tournaments_seating_based_on_id_c12cd367_fk_tournamen FOREIGN KEY (based_on_id) REFERENCES public.tournaments_seating(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seating
    ADD CONSTRAINT tournaments_seating_created_by_id_a95f1e51_fk_tournamen FOREIGN KEY (created_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seating
    ADD CONSTRAINT tournaments_seating_round_id_8688c118_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingconstraint
    ADD CONSTRAINT tournaments_seatingc_entry_id_2ebdcc6e_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingconstraint
    ADD CONSTRAINT tournaments_seatingc_other_id_92b6df66_fk_tournamen FOREIGN KEY (other_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingconstraint
    ADD CONSTRAINT tournaments_seatingc_tournament_id_b289b90c_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingdraw
    ADD CONSTRAINT tournaments_seatingd_created_by_id_caf69e10_fk_tournamen FOREIGN KEY (created_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingdraw_seatings
    ADD CONSTRAINT tournaments_seatingd_seating_id_56321f3d_fk_tournamen FOREIGN KEY (seating_id) REFERENCES public.tournaments_seating(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingdraw_seatings
    ADD CONSTRAINT tournaments_seatingd_seatingdraw_id_01da7e67_fk_tournamen FOREIGN KEY (seatingdraw_id) REFERENCES public.tournaments_seatingdraw(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingdraw
    ADD CONSTRAINT tournaments_seatingd_tournament_id_de3b4a55_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seatingdraw
    ADD CONSTRAINT tournaments_seatingd_under_id_79d5efb8_fk_tournamen FOREIGN KEY (under_id) REFERENCES public.tournaments_seedcommitment(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seedcommitment
    ADD CONSTRAINT tournaments_seedcomm_created_by_id_b8fc7aef_fk_tournamen FOREIGN KEY (created_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_seedcommitment
    ADD CONSTRAINT tournaments_seedcomm_tournament_id_7817e18a_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_sheetphoto
    ADD CONSTRAINT tournaments_sheetpho_added_by_entry_id_3808dc7a_fk_tournamen FOREIGN KEY (added_by_entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_sheetphoto
    ADD CONSTRAINT tournaments_sheetpho_added_by_id_f5c19445_fk_tournamen FOREIGN KEY (added_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_sheetphoto
    ADD CONSTRAINT tournaments_sheetpho_table_id_1d04aa46_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_signinlink
    ADD CONSTRAINT tournaments_signinlink_user_id_8c487698_fk_tournaments_user_id FOREIGN KEY (user_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_somebodyelse
    ADD CONSTRAINT tournaments_somebody_entry_id_9a714559_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_somebodyelse
    ADD CONSTRAINT tournaments_somebody_person_id_80a26c2d_fk_tournamen FOREIGN KEY (person_id) REFERENCES public.tournaments_person(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_sponsor
    ADD CONSTRAINT tournaments_sponsor_tournament_id_57d8f18e_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_sponsorlogo
    ADD CONSTRAINT tournaments_sponsorl_sponsor_id_d14caf0b_fk_tournamen FOREIGN KEY (sponsor_id) REFERENCES public.tournaments_sponsor(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_stage
    ADD CONSTRAINT tournaments_stage_tournament_id_fdefbf65_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_stageentry
    ADD CONSTRAINT tournaments_stageent_entry_id_10193a42_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_stageentry
    ADD CONSTRAINT tournaments_stageent_stage_id_55896d72_fk_tournamen FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_stageteam
    ADD CONSTRAINT tournaments_stageteam_stage_id_55793465_fk_tournaments_stage_id FOREIGN KEY (stage_id) REFERENCES public.tournaments_stage(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_stageteam
    ADD CONSTRAINT tournaments_stageteam_team_id_8a3dd9c4_fk_tournaments_team_id FOREIGN KEY (team_id) REFERENCES public.tournaments_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_standin
    ADD CONSTRAINT tournaments_standin_entry_id_44d3eaa2_fk_tournaments_entry_id FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_standin
    ADD CONSTRAINT tournaments_standin_plays_for_id_0e236ea4_fk_tournamen FOREIGN KEY (plays_for_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_standin
    ADD CONSTRAINT tournaments_standin_round_id_38525f1e_fk_tournaments_round_id FOREIGN KEY (round_id) REFERENCES public.tournaments_round(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_storedfigures
    ADD CONSTRAINT tournaments_storedfi_tournament_id_18c86a45_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_storedresult
    ADD CONSTRAINT tournaments_storedre_entry_id_4665b1e8_fk_tournamen FOREIGN KEY (entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_storedresult
    ADD CONSTRAINT tournaments_storedre_standings_id_3fa0d51c_fk_tournamen FOREIGN KEY (standings_id) REFERENCES public.tournaments_storedstandings(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_storedresult
    ADD CONSTRAINT tournaments_storedre_team_id_1a05ee98_fk_tournamen FOREIGN KEY (team_id) REFERENCES public.tournaments_team(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_storedschedule
    ADD CONSTRAINT tournaments_storedsc_created_by_id_b97884f0_fk_tournamen FOREIGN KEY (created_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_storedschedule
    ADD CONSTRAINT tournaments_storedsc_tournament_id_33841339_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_storedstandings
    ADD CONSTRAINT tournaments_storedst_tournament_id_afb4a4c8_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tablelog
    ADD CONSTRAINT tournaments_tablelog_attached_by_id_f61489f1_fk_tournamen FOREIGN KEY (attached_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tablelog
    ADD CONSTRAINT tournaments_tablelog_table_id_8c16a241_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tableplace
    ADD CONSTRAINT tournaments_tablepla_tournament_id_11277b5e_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT tournaments_tableres_again_by_entry_id_5ef36b4d_fk_tournamen FOREIGN KEY (again_by_entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT tournaments_tableres_again_by_id_0c1f123c_fk_tournamen FOREIGN KEY (again_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT tournaments_tableres_entered_by_entry_id_0ea85297_fk_tournamen FOREIGN KEY (entered_by_entry_id) REFERENCES public.tournaments_entry(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT tournaments_tableres_entered_by_id_0e2210d0_fk_tournamen FOREIGN KEY (entered_by_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT tournaments_tableres_ruleset_id_dd178491_fk_tournamen FOREIGN KEY (ruleset_id) REFERENCES public.tournaments_rulesetversion(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_tableresult
    ADD CONSTRAINT tournaments_tableres_table_id_0499f0f2_fk_tournamen FOREIGN KEY (table_id) REFERENCES public.tournaments_gametable(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_team
    ADD CONSTRAINT tournaments_team_tournament_id_b3f02e2a_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_user
    ADD CONSTRAINT tournaments_user_acted_at_id_eceff79e_fk_tournamen FOREIGN KEY (acted_at_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_user_groups
    ADD CONSTRAINT tournaments_user_groups_group_id_772064b6_fk_auth_group_id FOREIGN KEY (group_id) REFERENCES public.auth_group(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_user_groups
    ADD CONSTRAINT tournaments_user_groups_user_id_b728e876_fk_tournaments_user_id FOREIGN KEY (user_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_user_user_permissions
    ADD CONSTRAINT tournaments_user_use_permission_id_8e2c4bb2_fk_auth_perm FOREIGN KEY (permission_id) REFERENCES public.auth_permission(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_user_user_permissions
    ADD CONSTRAINT tournaments_user_use_user_id_2c4da242_fk_tournamen FOREIGN KEY (user_id) REFERENCES public.tournaments_user(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_webhook
    ADD CONSTRAINT tournaments_webhook_season_id_4acd62ad_fk_tournaments_season_id FOREIGN KEY (season_id) REFERENCES public.tournaments_season(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_webhook
    ADD CONSTRAINT tournaments_webhook_tournament_id_0ae9a3c3_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_webhookmessage
    ADD CONSTRAINT tournaments_webhookm_tournament_id_fb3297c4_fk_tournamen FOREIGN KEY (tournament_id) REFERENCES public.tournaments_tournament(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_webhookmessage
    ADD CONSTRAINT tournaments_webhookm_webhook_id_2dbc6b1f_fk_tournamen FOREIGN KEY (webhook_id) REFERENCES public.tournaments_webhook(id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.tournaments_webhooksecret
    ADD CONSTRAINT tournaments_webhooks_webhook_id_0ca3a612_fk_tournamen FOREIGN KEY (webhook_id) REFERENCES public.tournaments_webhook(id) DEFERRABLE INITIALLY DEFERRED;
INSERT INTO public.django_migrations VALUES (1, 'contenttypes', '0001_initial', '2026-11-30 20:36:54.780561+00');
INSERT INTO public.django_migrations VALUES (2, 'contenttypes', '0002_remove_content_type_name', '2026-11-30 20:36:54.789709+00');
INSERT INTO public.django_migrations VALUES (3, 'auth', '0001_initial', '2026-11-30 20:36:54.81559+00');
INSERT INTO public.django_migrations VALUES (4, 'auth', '0002_alter_permission_name_max_length', '2026-11-30 20:36:54.826106+00');
INSERT INTO public.django_migrations VALUES (5, 'auth', '0003_alter_user_email_max_length', '2026-11-30 20:36:54.829491+00');
INSERT INTO public.django_migrations VALUES (6, 'auth', '0004_alter_user_username_opts', '2026-11-30 20:36:54.842674+00');
INSERT INTO public.django_migrations VALUES (7, 'auth', '0005_alter_user_last_login_null', '2026-11-30 20:36:54.853716+00');
INSERT INTO public.django_migrations VALUES (8, 'auth', '0006_require_contenttypes_0002', '2026-11-30 20:36:54.865979+00');
INSERT INTO public.django_migrations VALUES (9, 'auth', '0007_alter_validators_add_error_messages', '2026-11-30 20:36:54.87481+00');
INSERT INTO public.django_migrations VALUES (10, 'auth', '0008_alter_user_username_max_length', '2026-11-30 20:36:54.890911+00');
INSERT INTO public.django_migrations VALUES (11, 'auth', '0009_alter_user_last_name_max_length', '2026-11-30 20:36:54.92271+00');
INSERT INTO public.django_migrations VALUES (12, 'auth', '0010_alter_group_name_max_length', '2026-11-30 20:36:54.952609+00');
INSERT INTO public.django_migrations VALUES (13, 'auth', '0011_update_proxy_permissions', '2026-11-30 20:36:54.968264+00');
INSERT INTO public.django_migrations VALUES (14, 'auth', '0012_alter_user_first_name_max_length', '2026-11-30 20:36:54.993423+00');
INSERT INTO public.django_migrations VALUES (15, 'axes', '0001_initial', '2026-11-30 20:36:55.025636+00');
INSERT INTO public.django_migrations VALUES (16, 'axes', '0002_auto_20151217_2044', '2026-11-30 20:36:55.113858+00');
INSERT INTO public.django_migrations VALUES (17, 'axes', '0003_auto_20160322_0929', '2026-11-30 20:36:55.143967+00');
INSERT INTO public.django_migrations VALUES (18, 'axes', '0004_auto_20181024_1538', '2026-11-30 20:36:55.160889+00');
INSERT INTO public.django_migrations VALUES (19, 'axes', '0005_remove_accessattempt_trusted', '2026-11-30 20:36:55.179815+00');
INSERT INTO public.django_migrations VALUES (20, 'axes', '0006_remove_accesslog_trusted', '2026-11-30 20:36:55.183762+00');
INSERT INTO public.django_migrations VALUES (21, 'axes', '0007_alter_accessattempt_unique_together', '2026-11-30 20:36:55.228096+00');
INSERT INTO public.django_migrations VALUES (22, 'axes', '0008_accessfailurelog', '2026-11-30 20:36:55.253595+00');
INSERT INTO public.django_migrations VALUES (23, 'axes', '0009_add_session_hash', '2026-11-30 20:36:55.26669+00');
INSERT INTO public.django_migrations VALUES (24, 'axes', '0010_accessattemptexpiration', '2026-11-30 20:36:55.284153+00');
INSERT INTO public.django_migrations VALUES (25, 'tournaments', '0001_initial', '2026-11-30 20:36:59.866937+00');
INSERT INTO public.django_migrations VALUES (26, 'tournaments', '0002_job', '2026-11-30 20:36:59.869504+00');
INSERT INTO public.django_migrations VALUES (27, 'tournaments', '0003_audit_entries_stay', '2026-11-30 20:36:59.869938+00');
INSERT INTO public.django_migrations VALUES (28, 'tournaments', '0004_seating_draws', '2026-11-30 20:36:59.870248+00');
INSERT INTO public.django_migrations VALUES (29, 'tournaments', '0005_replay_upload', '2026-11-30 20:36:59.870531+00');
INSERT INTO public.django_migrations VALUES (30, 'tournaments', '0006_duplicate_deals', '2026-11-30 20:36:59.870813+00');
INSERT INTO public.django_migrations VALUES (31, 'tournaments', '0007_table_logs', '2026-11-30 20:36:59.871097+00');
INSERT INTO public.django_migrations VALUES (32, 'tournaments', '0008_seating_draw_kinds', '2026-11-30 20:36:59.871486+00');
INSERT INTO public.django_migrations VALUES (33, 'tournaments', '0009_entries_close', '2026-11-30 20:36:59.871771+00');
INSERT INTO public.django_migrations VALUES (34, 'tournaments', '0010_prices_of_draws', '2026-11-30 20:36:59.872104+00');
INSERT INTO public.django_migrations VALUES (35, 'tournaments', '0011_forfeits', '2026-11-30 20:36:59.872397+00');
INSERT INTO public.django_migrations VALUES (36, 'tournaments', '0012_proof_of_draws', '2026-11-30 20:36:59.872665+00');
INSERT INTO public.django_migrations VALUES (37, 'tournaments', '0013_stored_sentences', '2026-11-30 20:36:59.872924+00');
INSERT INTO public.django_migrations VALUES (38, 'tournaments', '0014_sentences_of_0_1', '2026-11-30 20:36:59.873169+00');
INSERT INTO public.django_migrations VALUES (39, 'tournaments', '0015_declared_hands', '2026-11-30 20:36:59.873405+00');
INSERT INTO public.django_migrations VALUES (40, 'tournaments', '0016_site_address', '2026-11-30 20:36:59.873637+00');
INSERT INTO public.django_migrations VALUES (41, 'tournaments', '0017_api_tokens', '2026-11-30 20:36:59.873863+00');
INSERT INTO public.django_migrations VALUES (42, 'tournaments', '0018_players_phones', '2026-11-30 20:36:59.874117+00');
INSERT INTO public.django_migrations VALUES (43, 'tournaments', '0019_event_travels', '2026-11-30 20:36:59.87437+00');
INSERT INTO public.django_migrations VALUES (44, 'tournaments', '0020_registrations', '2026-11-30 20:36:59.874618+00');
INSERT INTO public.django_migrations VALUES (45, 'tournaments', '0021_draws_as_promised', '2026-11-30 20:36:59.874847+00');
INSERT INTO public.django_migrations VALUES (46, 'tournaments', '0022_boards_for_strangers', '2026-11-30 20:36:59.875073+00');
INSERT INTO public.django_migrations VALUES (47, 'tournaments', '0023_sent_once', '2026-11-30 20:36:59.875456+00');
INSERT INTO public.django_migrations VALUES (48, 'tournaments', '0024_tables_in_row', '2026-11-30 20:36:59.875743+00');
INSERT INTO public.django_migrations VALUES (49, 'tournaments', '0025_photos_and_seat_claims', '2026-11-30 20:36:59.875987+00');
INSERT INTO public.django_migrations VALUES (50, 'tournaments', '0026_second_entries', '2026-11-30 20:36:59.876225+00');
INSERT INTO public.django_migrations VALUES (51, 'tournaments', '0027_seasons', '2026-11-30 20:36:59.876471+00');
INSERT INTO public.django_migrations VALUES (52, 'tournaments', '0028_through_the_day', '2026-11-30 20:36:59.876718+00');
INSERT INTO public.django_migrations VALUES (53, 'tournaments', '0029_rehearsals', '2026-11-30 20:36:59.876953+00');
INSERT INTO public.django_migrations VALUES (54, 'tournaments', '0030_player_accounts', '2026-11-30 20:36:59.877183+00');
INSERT INTO public.django_migrations VALUES (55, 'tournaments', '0031_portraits', '2026-11-30 20:36:59.877437+00');
INSERT INTO public.django_migrations VALUES (56, 'tournaments', '0032_more_log_forms', '2026-11-30 20:36:59.877677+00');
INSERT INTO public.django_migrations VALUES (57, 'tournaments', '0033_table_places', '2026-11-30 20:36:59.877908+00');
INSERT INTO public.django_migrations VALUES (58, 'tournaments', '0034_accounts_by_key', '2026-11-30 20:36:59.878155+00');
INSERT INTO public.django_migrations VALUES (59, 'tournaments', '0035_marks_of_rounds', '2026-11-30 20:36:59.878391+00');
INSERT INTO public.django_migrations VALUES (60, 'tournaments', '0036_archived_and_deleted_events', '2026-11-30 20:36:59.87864+00');
INSERT INTO public.django_migrations VALUES (61, 'tournaments', '0037_constraint_sentences', '2026-11-30 20:36:59.878878+00');
INSERT INTO public.django_migrations VALUES (62, 'tournaments', '0038_own_confirmations', '2026-11-30 20:36:59.879111+00');
INSERT INTO public.django_migrations VALUES (63, 'tournaments', '0039_email_rows', '2026-11-30 20:36:59.87971+00');
INSERT INTO public.django_migrations VALUES (64, 'tournaments', '0040_remove_proofs', '2026-11-30 20:36:59.880042+00');
INSERT INTO public.django_migrations VALUES (65, 'tournaments', '0041_boards_by_one_director', '2026-11-30 20:36:59.880312+00');
INSERT INTO public.django_migrations VALUES (66, 'tournaments', '0042_house_substitutes', '2026-11-30 20:36:59.880569+00');
INSERT INTO public.django_migrations VALUES (67, 'tournaments', '0043_optional_features', '2026-11-30 20:36:59.880818+00');
INSERT INTO public.django_migrations VALUES (68, 'tournaments', '0044_column_choices', '2026-11-30 20:36:59.881085+00');
INSERT INTO public.django_migrations VALUES (69, 'tournaments', '0045_questions_of_events', '2026-11-30 20:36:59.881336+00');
INSERT INTO public.django_migrations VALUES (70, 'tournaments', '0046_fees_and_categories', '2026-11-30 20:36:59.881577+00');
INSERT INTO public.django_migrations VALUES (71, 'tournaments', '0047_mailings', '2026-11-30 20:36:59.881807+00');
INSERT INTO public.django_migrations VALUES (72, 'tournaments', '0048_house_rules', '2026-11-30 20:36:59.882146+00');
INSERT INTO public.django_migrations VALUES (73, 'tournaments', '0049_announcements', '2026-11-30 20:36:59.882449+00');
INSERT INTO public.django_migrations VALUES (74, 'tournaments', '0050_mail_addresses', '2026-11-30 20:36:59.882704+00');
INSERT INTO public.django_migrations VALUES (75, 'tournaments', '0051_search_keys', '2026-11-30 20:36:59.882941+00');
INSERT INTO public.django_migrations VALUES (76, 'tournaments', '0052_hall_code_number', '2026-11-30 20:36:59.883174+00');
INSERT INTO public.django_migrations VALUES (77, 'tournaments', '0053_periodic_tasks', '2026-11-30 20:36:59.886806+00');
INSERT INTO public.django_migrations VALUES (78, 'tournaments', '0054_start_links', '2026-11-30 20:36:59.887421+00');
INSERT INTO public.django_migrations VALUES (79, 'tournaments', '0055_ranking_version', '2026-11-30 20:36:59.889584+00');
INSERT INTO public.django_migrations VALUES (80, 'tournaments', '0056_country_codes', '2026-11-30 20:36:59.89+00');
INSERT INTO public.django_migrations VALUES (81, 'tournaments', '0057_input_records', '2026-11-30 20:36:59.890313+00');
INSERT INTO public.django_migrations VALUES (82, 'tournaments', '0058_merged_entries', '2026-11-30 20:36:59.890592+00');
INSERT INTO public.django_migrations VALUES (83, 'tournaments', '0059_public_files', '2026-11-30 20:36:59.891441+00');
INSERT INTO public.django_migrations VALUES (84, 'tournaments', '0060_fee_added', '2026-11-30 20:36:59.894215+00');
INSERT INTO public.django_migrations VALUES (85, 'tournaments', '0061_years_of_times', '2026-11-30 20:36:59.894639+00');
INSERT INTO public.django_migrations VALUES (86, 'tournaments', '0062_stand_ins', '2026-11-30 20:36:59.894951+00');
INSERT INTO public.django_migrations VALUES (87, 'tournaments', '0063_annulled_rounds', '2026-11-30 20:36:59.895301+00');
INSERT INTO public.django_migrations VALUES (88, 'tournaments', '0064_fee_currencies', '2026-11-30 20:36:59.895623+00');
INSERT INTO public.django_migrations VALUES (89, 'tournaments', '0065_registration_country_codes', '2026-11-30 20:36:59.895989+00');
INSERT INTO public.django_migrations VALUES (90, 'tournaments', '0066_inputs_kept_since', '2026-11-30 20:36:59.896803+00');
INSERT INTO public.django_migrations VALUES (91, 'tournaments', '0067_new_start_of_demonstration', '2026-11-30 20:36:59.897151+00');
INSERT INTO public.django_migrations VALUES (92, 'tournaments', '0068_address_of_this_computer', '2026-11-30 20:36:59.89751+00');
INSERT INTO public.django_migrations VALUES (93, 'tournaments', '0069_folded_names', '2026-11-30 20:36:59.899364+00');
INSERT INTO public.django_migrations VALUES (94, 'tournaments', '0070_rules_of_started_events', '2026-11-30 20:36:59.899776+00');
INSERT INTO public.django_migrations VALUES (95, 'tournaments', '0071_table_postponed', '2026-11-30 20:36:59.900077+00');
INSERT INTO public.django_migrations VALUES (96, 'tournaments', '0072_event_country_and_organiser', '2026-11-30 20:36:59.900385+00');
INSERT INTO public.django_migrations VALUES (97, 'tournaments', '0073_line_ups', '2026-11-30 20:36:59.900661+00');
INSERT INTO public.django_migrations VALUES (98, 'tournaments', '0074_kongs_after_riichi_of_tenhou', '2026-11-30 20:36:59.901192+00');
INSERT INTO public.django_migrations VALUES (99, 'tournaments', '0075_team_cut', '2026-11-30 20:36:59.901525+00');
INSERT INTO public.django_migrations VALUES (100, 'tournaments', '0076_accounts_of_the_site', '2026-11-30 20:36:59.902256+00');
INSERT INTO public.django_migrations VALUES (101, 'tournaments', '0077_season_teams', '2026-11-30 20:36:59.90488+00');
INSERT INTO public.django_migrations VALUES (102, 'tournaments', '0078_fixtures_of_teams', '2026-11-30 20:36:59.905463+00');
INSERT INTO public.django_migrations VALUES (103, 'tournaments', '0079_attendance', '2026-11-30 20:36:59.906709+00');
INSERT INTO public.django_migrations VALUES (104, 'tournaments', '0080_stored_results', '2026-11-30 20:36:59.907108+00');
INSERT INTO public.django_migrations VALUES (105, 'tournaments', '0081_former_options', '2026-11-30 20:36:59.90751+00');
INSERT INTO public.django_migrations VALUES (106, 'tournaments', '0082_newest_backup', '2026-11-30 20:36:59.909047+00');
INSERT INTO public.django_migrations VALUES (107, 'tournaments', '0083_reason_length', '2026-11-30 20:36:59.909447+00');
INSERT INTO public.django_migrations VALUES (108, 'tournaments', '0084_remove_late_extra', '2026-11-30 20:36:59.90975+00');
INSERT INTO public.django_migrations VALUES (109, 'tournaments', '0085_seed_shares', '2026-11-30 20:36:59.91004+00');
INSERT INTO public.django_migrations VALUES (110, 'tournaments', '0086_remove_board_shares', '2026-11-30 20:36:59.910642+00');
INSERT INTO public.django_migrations VALUES (111, 'tournaments', '0087_promise_messages', '2026-11-30 20:36:59.91247+00');
INSERT INTO public.django_migrations VALUES (112, 'tournaments', '0088_loans', '2026-11-30 20:36:59.912901+00');
INSERT INTO public.django_migrations VALUES (113, 'tournaments', '0089_rounds_without_extra', '2026-11-30 20:36:59.913221+00');
INSERT INTO public.django_migrations VALUES (114, 'tournaments', '0090_entries_without_extra', '2026-11-30 20:36:59.914579+00');
INSERT INTO public.django_migrations VALUES (115, 'tournaments', '0091_events_without_extra', '2026-11-30 20:36:59.920651+00');
INSERT INTO public.django_migrations VALUES (116, 'tournaments', '0092_sheet_amounts', '2026-11-30 20:36:59.923363+00');
INSERT INTO public.django_migrations VALUES (117, 'tournaments', '0093_score_line_games', '2026-11-30 20:36:59.923813+00');
INSERT INTO public.django_migrations VALUES (118, 'tournaments', '0094_idempotency_key', '2026-11-30 20:36:59.924142+00');
INSERT INTO public.django_migrations VALUES (119, 'tournaments', '0095_idempotency_digest', '2026-11-30 20:36:59.924866+00');
INSERT INTO public.django_migrations VALUES (120, 'tournaments', '0096_personal_values', '2026-11-30 20:36:59.930008+00');
INSERT INTO public.django_migrations VALUES (121, 'tournaments', '0097_contact_days', '2026-11-30 20:36:59.933412+00');
INSERT INTO public.django_migrations VALUES (122, 'tournaments', '0098_people', '2026-11-30 20:36:59.933873+00');
INSERT INTO public.django_migrations VALUES (123, 'tournaments', '0099_merged_persons', '2026-11-30 20:36:59.934208+00');
INSERT INTO public.django_migrations VALUES (124, 'tournaments', '0100_shown_names', '2026-11-30 20:36:59.93452+00');
INSERT INTO public.django_migrations VALUES (125, 'tournaments', '0101_figures', '2026-11-30 20:36:59.934788+00');
INSERT INTO public.django_migrations VALUES (126, 'tournaments', '0102_consent', '2026-11-30 20:36:59.950991+00');
INSERT INTO public.django_migrations VALUES (127, 'tournaments', '0103_mirrors', '2026-11-30 20:36:59.95616+00');
INSERT INTO public.django_migrations VALUES (128, 'tournaments', '0104_names_of_tasks', '2026-11-30 20:36:59.958742+00');
INSERT INTO public.django_migrations VALUES (129, 'tournaments', '0105_site_ratings', '2026-11-30 20:36:59.959768+00');
INSERT INTO public.django_migrations VALUES (130, 'tournaments', '0106_sealed_backups', '2026-11-30 20:36:59.961817+00');
INSERT INTO public.django_migrations VALUES (131, 'tournaments', '0107_awards', '2026-11-30 20:36:59.962356+00');
INSERT INTO public.django_migrations VALUES (132, 'tournaments', '0108_branding', '2026-11-30 20:36:59.964853+00');
INSERT INTO public.django_migrations VALUES (133, 'tournaments', '0109_fetched_registrations', '2026-11-30 20:36:59.965976+00');
INSERT INTO public.django_migrations VALUES (134, 'tournaments', '0110_mirror_extra', '2026-11-30 20:36:59.976311+00');
INSERT INTO public.django_migrations VALUES (135, 'tournaments', '0111_embed_sites', '2026-11-30 20:36:59.977055+00');
INSERT INTO public.django_migrations VALUES (136, 'tournaments', '0112_webhooks', '2026-11-30 20:36:59.97841+00');
INSERT INTO public.django_migrations VALUES (137, 'tournaments', '0113_event_in_use', '2026-11-30 20:36:59.978891+00');
INSERT INTO public.django_migrations VALUES (138, 'judging', '0001_initial', '2026-11-30 20:37:01.185535+00');
INSERT INTO public.django_migrations VALUES (139, 'judging', '0002_cases', '2026-11-30 20:37:01.187498+00');
INSERT INTO public.django_migrations VALUES (140, 'judging', '0003_ruling_forfeits', '2026-11-30 20:37:01.187936+00');
INSERT INTO public.django_migrations VALUES (141, 'judging', '0004_sentences_of_0_1', '2026-11-30 20:37:01.188249+00');
INSERT INTO public.django_migrations VALUES (142, 'judging', '0005_place_in_event', '2026-11-30 20:37:01.188608+00');
INSERT INTO public.django_migrations VALUES (143, 'judging', '0006_appeals_from', '2026-11-30 20:37:01.188898+00');
INSERT INTO public.django_migrations VALUES (144, 'judging', '0007_device_answers', '2026-11-30 20:37:01.190423+00');
INSERT INTO public.django_migrations VALUES (145, 'judging', '0008_constraint_sentences', '2026-11-30 20:37:01.190836+00');
INSERT INTO public.django_migrations VALUES (146, 'judging', '0009_handovers', '2026-11-30 20:37:01.191726+00');
INSERT INTO public.django_migrations VALUES (147, 'judging', '0010_accepted_rulings', '2026-11-30 20:37:01.192189+00');
INSERT INTO public.django_migrations VALUES (148, 'judging', '0011_further_claims', '2026-11-30 20:37:01.198785+00');
INSERT INTO public.django_migrations VALUES (149, 'judging', '0012_hands_won_and_over', '2026-11-30 20:37:01.19935+00');
INSERT INTO public.django_migrations VALUES (150, 'judging', '0013_remove_device_answers', '2026-11-30 20:37:01.199729+00');
INSERT INTO public.django_migrations VALUES (151, 'sessions', '0001_initial', '2026-11-30 20:37:01.314795+00');
INSERT INTO public.django_migrations VALUES (152, 'tournaments', '0001_squashed_0113_event_in_use', '2026-11-30 20:37:01.326242+00');
INSERT INTO public.django_migrations VALUES (153, 'judging', '0001_squashed_0013_remove_device_answers', '2026-11-30 20:37:01.423688+00');
SELECT pg_catalog.setval('public.django_migrations_id_seq', 153, true);
